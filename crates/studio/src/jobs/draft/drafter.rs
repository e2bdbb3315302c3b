//! The stages of drafts: heights, their light, and pictures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::query::QueryError;
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Drafts;
use orogen_view::{GroundExtent, Style};

use super::{Draft, DraftRequest, Subject};
use crate::draft::{DraftShot, Shading};
use crate::eye::{Eye, Pose};
use crate::height_field::{GroundQuery, HeightField, Watch};
use crate::jobs::pace::Pace;
use crate::jobs::stoppable::Stoppable;
use crate::layer::{Since, Stamps, TerrainKey};

/// The time for a height field, and for a picture of it, while requests keep coming: two of them make 30 drafts a second.
const BUDGET: Duration = Duration::from_millis(15);

/// Samples per side of height fields, coarse to fine.
const SAMPLES: [usize; 6] = [65, 97, 137, 193, 305, 449];

/// Rows of pictures, coarse to fine.
const ROWS: [usize; 5] = [75, 106, 150, 212, 300];

/// The stages of the last draft, and how long stages take.
pub(super) struct Drafter {
    pub(super) ground: Option<Ground>,
    pub(super) light: Option<GroundLight>,
    ground_pace: Pace,
    picture_pace: Pace,
}

/// The height field made last.
pub(super) struct Ground {
    heights: TerrainKey,
    pub(super) height_field: Arc<HeightField>,
    /// Index of its resolution in [`SAMPLES`].
    level: usize,
    /// The revision and the versions of the strokes whose exact heights were sent last.
    exact_of: Option<(u64, Stamps)>,
}

/// The light of the height field, and what it depends on besides the heights.
pub(super) struct GroundLight {
    height_field: Arc<HeightField>,
    recipe: Arc<Recipe>,
    look: (Style, GroundExtent, [f64; 3], Option<[f32; 2]>),
    pub(super) shading: Shading,
}

impl Drafter {
    pub(super) fn new() -> Self {
        let (ground_pace, picture_pace) = (Pace::new(&SAMPLES, BUDGET), Pace::new(&ROWS, BUDGET));
        Self { ground: None, light: None, ground_pace, picture_pace }
    }

    /// Forgets the ground, after an error.
    pub(super) fn forget(&mut self) {
        self.ground = None;
    }

    /// Makes one draft at once, then finer ones while `go_on` returns true.
    pub(super) fn answer(
        &mut self,
        request: &DraftRequest,
        subject: &Subject,
        go_on: Watch<'_>,
        send: &dyn Fn(Draft),
    ) -> Result<(), QueryError> {
        let version = (request.revision, request.layers.stamps());
        // Files that change from now on make another key.
        let heights = TerrainKey::of_heights(&request.recipe, &request.layers);
        let mut eye = request.eye;
        if self.update(request, subject, &heights)? {
            self.send_ground(send, None);
            eye = self.eye(request);
        }
        let rows = ROWS[self.picture_pace.fitting(|rows| pixels(request, rows))];
        self.picture(request, eye, rows, &|| true, send);
        let mut is_fine = rows == ROWS[ROWS.len() - 1];
        while let Some(ground) = self.ground.as_ref().filter(|_| go_on()) {
            let level = ground.level;
            if level + 1 < SAMPLES.len() {
                // Each step has about twice as many samples per side.
                let finer = (level + 2).min(SAMPLES.len() - 1);
                let Some(height_field) = self.build(subject, finer, go_on)? else { break };
                let heights = heights.clone();
                self.ground = Some(Ground { heights, height_field, level: finer, exact_of: None });
                self.send_ground(send, None);
                eye = self.eye(request);
                is_fine = false;
            } else if !is_fine {
                self.picture(request, eye, ROWS[ROWS.len() - 1], go_on, send);
                is_fine = true;
            } else {
                break;
            }
        }
        // Exact heights can wait while something moves.
        let ground = self
            .ground
            .as_mut()
            .filter(|ground| go_on() && !request.interactive && ground.exact_of.as_ref() != Some(&version));
        if let Some(ground) = ground {
            let images = Stoppable { images: &subject.images, go_on };
            let exact = match GroundQuery::new(&subject.recipe, &images) {
                Ok(exact) => exact,
                Err(error) if go_on() => return Err(error),
                // Stopped.
                Err(_) => return Ok(()),
            };
            ground.exact_of = Some(version);
            self.send_ground(send, Some(exact));
        }
        Ok(())
    }

    /// Updates the heights. Returns whether they are new.
    fn update(
        &mut self,
        request: &DraftRequest,
        subject: &Subject,
        heights: &TerrainKey,
    ) -> Result<bool, QueryError> {
        let (layers, heights) = (&request.layers, heights.clone());
        let since = self.ground.as_ref().map_or(Since::All, |ground| heights.since(&ground.heights, layers));
        let (height_field, level) = match (since, self.ground.as_mut()) {
            (Since::Same, Some(ground)) => {
                ground.heights = heights;
                return Ok(false);
            }
            (Since::Within(bounds), Some(ground)) => {
                let images = Drafts(&*subject.images);
                let changed = ground.height_field.with_changed_strokes(&subject.recipe, &images, &bounds)?;
                (Arc::new(changed), ground.level)
            }
            _ => {
                let level = self.ground_pace.fitting(|side| samples(subject, side).pow(2));
                let Some(height_field) = self.build(subject, level, &|| true)? else { return Ok(false) };
                (height_field, level)
            }
        };
        self.ground = Some(Ground { heights, height_field, level, exact_of: None });
        Ok(true)
    }

    fn build(
        &mut self,
        subject: &Subject,
        level: usize,
        go_on: Watch<'_>,
    ) -> Result<Option<Arc<HeightField>>, QueryError> {
        let samples = samples(subject, SAMPLES[level]);
        let begin = Instant::now();
        let images = Drafts(Stoppable { images: &subject.images, go_on });
        match HeightField::new_while(&subject.recipe, &images, samples, go_on) {
            Ok(Some(built)) => {
                self.ground_pace.add(samples.pow(2), begin.elapsed());
                Ok(Some(Arc::new(built)))
            }
            Err(error) if go_on() => Err(error),
            // Stopped.
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// Sends the ground.
    fn send_ground(&self, send: &dyn Fn(Draft), exact: Option<GroundQuery>) {
        let Some(ground) = &self.ground else { return };
        let warnings = exact.as_ref().map_or_else(Vec::new, |exact| exact.warnings().to_vec());
        let height_field = Arc::clone(&ground.height_field);
        send(Draft::Ground { height_field, exact: exact.map(Arc::new), warnings });
    }

    /// The eye over the newest ground, if a picture is drawn. The receiver of this ground computes the same eye.
    fn eye(&self, request: &DraftRequest) -> Option<Eye> {
        let eye = request.eye?;
        let over = |(pose, ground): (Pose, &Ground)| Eye::Plane(pose.on(&ground.height_field));
        request.pose.zip(self.ground.as_ref()).map(over).or(Some(eye))
    }

    fn picture(
        &mut self,
        request: &DraftRequest,
        eye: Option<Eye>,
        rows: usize,
        go_on: Watch<'_>,
        send: &dyn Fn(Draft),
    ) {
        let (Some(eye), Some(ground)) = (eye, &self.ground) else { return };
        let DraftRequest { recipe, style, sun, bounds, colour_range, .. } = request;
        let height_field = Arc::clone(&ground.height_field);
        let shot = DraftShot {
            height_field: &height_field,
            recipe,
            style: *style,
            eye: &eye,
            sun: *sun,
            bounds: *bounds,
            colour_range: *colour_range,
        };
        let size = [pixels(request, rows) / rows, rows];
        let begin = Instant::now();
        let light = GroundLight::of(&mut self.light, &height_field, recipe, &shot);
        if let Some(picture) = light.and_then(|light| shot.draw_while(&light.shading, size, go_on)) {
            self.picture_pace.add(size[0] * size[1], begin.elapsed());
            send(Draft::Picture(picture));
        }
    }
}

impl GroundLight {
    /// The light of this ground, made again only if something has changed.
    fn of<'a>(
        last: &'a mut Option<Self>,
        height_field: &Arc<HeightField>,
        recipe: &Arc<Recipe>,
        shot: &DraftShot<'_>,
    ) -> Option<&'a Self> {
        let look = (shot.style, shot.bounds, shot.sun()?, shot.colour_range);
        let known = last.take_if(|last| {
            Arc::ptr_eq(&last.height_field, height_field)
                && Arc::ptr_eq(&last.recipe, recipe)
                && last.look == look
        });
        let made = || {
            let (height_field, recipe) = (Arc::clone(height_field), Arc::clone(recipe));
            Some(Self { height_field, recipe, look, shading: shot.shading()? })
        };
        Some(last.insert(known.or_else(made)?))
    }
}

/// Samples per side: those on a planet cost several times as much as on a plane.
fn samples(subject: &Subject, side: usize) -> usize {
    if subject.is_planet() { side / 3 * 2 / 2 * 2 } else { side }
}

/// Pixels of a picture with this many rows.
fn pixels(request: &DraftRequest, rows: usize) -> usize {
    ((rows as f64 * request.aspect) as usize).max(1) * rows
}
