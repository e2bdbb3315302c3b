//! Maps and profiles: what is wanted, and what has arrived.

use std::sync::Arc;

use egui::{Context, TextureHandle};

use super::Studio;
use super::paint::PaintSession;
use super::project::Project;
use super::results::put;
use crate::height_field::GroundQuery;
use crate::jobs::{MapPicture, MapRequest, ProfileRequest};
use crate::layer::Stamps;
use crate::map::{MapMode, MapSubject, MapView, MapWindow, height_of_map};
use crate::profile::Profile;

/// The map and the profile of a project.
#[derive(Default)]
pub(super) struct Inspection {
    /// The first revision of the project: earlier ones are of another recipe.
    first: u64,
    /// What the map shows. `None` before the map is first shown.
    pub(super) view: Option<MapView>,
    /// The visible part of the map.
    pub(super) window: Option<MapWindow>,
    wanted_map: Option<WantedMap>,
    /// The values that the colours of the map span while strokes are drawn.
    held_range: Option<[f64; 2]>,
    pub(super) map: Option<MapPicture>,
    /// The revision of the map.
    map_revision: u64,
    pub(super) texture: Option<TextureHandle>,
    /// Why there is no map.
    pub(super) error: Option<String>,
    wanted_profile: Option<WantedProfile>,
    pub(super) profile: Option<Profile>,
}

/// Everything a map depends on: what it shows, the strokes, and the values that colours span if they are held.
type WantedMap = (ShownMap, Stamps, Option<[f64; 2]>);

/// What a map shows: the revision, the subject, the mode, contours, and the window.
type ShownMap = (u64, MapSubject, MapMode, bool, MapWindow);

/// Everything a profile depends on: the ground, and the ends.
type WantedProfile = (Arc<GroundQuery>, [[f64; 2]; 2]);

impl Inspection {
    /// The state for a recipe with this revision.
    pub(super) fn new(first: u64) -> Self {
        Self { first, ..Self::default() }
    }

    /// Holds the colours of the map as they are, if it is of this revision.
    pub(super) fn hold_colours(&mut self, revision: u64) {
        let map = self.map.as_ref().filter(|_| self.map_revision == revision);
        self.held_range = self.held_range.or(map.map(|map| map.colour_range));
    }

    /// Requests everything again, because the last results were errors.
    pub(super) fn request_again(&mut self) {
        (self.wanted_map, self.wanted_profile) = (None, None);
    }
}

impl Project {
    /// What the map shows. A field that does not exist any more is replaced by the terrain.
    pub(super) fn map_view(&self) -> MapView {
        let Some((_, recipe)) = &self.shown else { return MapView::new(1.0) };
        let mut view = self.inspection.view.clone().unwrap_or_else(|| MapView::new(height_of_map(recipe)));
        if matches!(&view.subject, MapSubject::Field(name) if !recipe.fields.contains_key(name)) {
            view.subject = MapSubject::Terrain;
        }
        view
    }
}

impl Studio {
    /// Takes maps and profiles that have arrived.
    pub(super) fn take_inspections(&mut self, ctx: &Context) {
        let Some(project) = &mut self.project else { return };
        let inspection = &mut project.inspection;
        for (revision, result) in self.maps.results() {
            match result {
                _ if revision < inspection.first => {}
                Ok(map) => {
                    put(&mut inspection.texture, ctx, &map.picture);
                    (inspection.map, inspection.map_revision) = (Some(map), revision);
                    inspection.error = None;
                }
                Err(error) => inspection.error = Some(error),
            }
        }
        for profile in self.profiles.results() {
            if project.marks.len() == 2 {
                inspection.profile = Some(profile);
            }
        }
    }

    /// Requests the map and the profile, if they are shown and have changed.
    pub(super) fn request_inspections(&mut self) {
        let Some(project) = &mut self.project else { return };
        let Some((revision, recipe)) = project.shown.clone() else { return };
        if let (true, Some(window)) = (project.split, project.inspection.window) {
            let view = project.map_view();
            let MapView { subject, mode, contours, .. } = view;
            let layers = project.layers();
            let shown = (revision, subject.clone(), mode, contours, window);
            // Another part or another field has other values.
            let is_other = project.inspection.wanted_map.as_ref().is_some_and(|(last, ..)| *last != shown);
            if is_other || project.colour_range().is_none() {
                project.inspection.held_range = None;
            }
            let colour_range = project.inspection.held_range;
            let wanted = (shown, layers.stamps(), colour_range);
            if project.inspection.wanted_map.as_ref() != Some(&wanted)
                && !project.sessions().any(PaintSession::is_opening)
            {
                project.inspection.wanted_map = Some(wanted);
                let recipe = Arc::clone(&recipe);
                self.maps.request(MapRequest {
                    revision,
                    recipe,
                    layers,
                    subject,
                    mode,
                    colour_range,
                    contours,
                    window,
                });
            }
        }
        let ends = <[[f64; 2]; 2]>::try_from(&project.marks[..]).ok();
        let wanted: Option<WantedProfile> = project.ground.clone().zip(ends);
        let is_same = match (&project.inspection.wanted_profile, &wanted) {
            (Some(last), Some(wanted)) => Arc::ptr_eq(&last.0, &wanted.0) && last.1 == wanted.1,
            (last, wanted) => last.is_none() && wanted.is_none(),
        };
        if is_same {
            return;
        }
        project.inspection.wanted_profile.clone_from(&wanted);
        match wanted {
            Some((ground, ends)) => {
                let sphere = recipe.domain.sphere();
                self.profiles.request(ProfileRequest { ground, sphere, ends });
            }
            None => project.inspection.profile = None,
        }
    }
}
