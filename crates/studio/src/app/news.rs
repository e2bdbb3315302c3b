//! What threads have come up with since the last frame.

use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::project::Wanted;
use super::{Leaving, PRESETS, Studio};
use crate::action::Action;
use crate::document::Document;
use crate::jobs::{Draft, DraftWish, Drafted, FileNews, Look, Painted, Subject};
use crate::sketch::Rgba;
use orogen::recipe::Source;
use orogen_view::Surface;

/// Keys of small pictures of fields: the revision, as far as that tells neighbours apart, times this, and the field's number.
const FIELDS: u64 = 1 << 16;
const REVISIONS: u64 = 1 << 16;

/// Seconds without a change after which a processor begins to paint: until then it draws drafts.
const PAUSE: f64 = 0.25;

/// Seconds after a change until it is kept for the case of an early end.
const KEEP: f64 = 2.0;

/// Columns and rows of drafts.
const DRAFT: f32 = 300.0;

impl Studio {
    /// Takes in what has come.
    pub(super) fn take_news(&mut self, ctx: &Context) {
        let files: Vec<_> = self.files.news().collect();
        files.into_iter().for_each(|news| self.of_files(news, ctx));
        let drafts: Vec<_> = self.drafts.drafts().collect();
        drafts.into_iter().for_each(|drafted| self.of_drafts(drafted, ctx));
        let kept: Vec<_> = self.strokes.kept().collect();
        kept.into_iter().for_each(|kept| self.of_strokes(kept));
        let painted: Vec<_> = self.painter.painted().collect();
        painted.into_iter().for_each(|painted| self.of_painter(painted, ctx));
        let thumbnails: Vec<_> = self.thumbnails.done().collect();
        for thumbnail in thumbnails {
            if let Some(picture) = thumbnail.picture {
                self.of_thumbnails(thumbnail.key, &picture, ctx);
            }
        }
    }

    fn of_files(&mut self, news: FileNews, ctx: &Context) {
        match news {
            // There were changes meanwhile: they come first.
            FileNews::Opened(path, Ok(_)) if self.would_lose() && self.leaving.is_none() => {
                self.leaving = Some(Leaving::Act(Action::OpenFile(path)));
            }
            FileNews::Opened(path, Ok(text)) => {
                // What does not say of itself that it is a recipe, right or wrong, was opened by mistake.
                if Source::new("", Arc::clone(&text)).has_version() {
                    self.remember(&path);
                }
                self.open(Document::of_file(&path, text));
            }
            FileNews::Recent(files) => self.recent = files,
            FileNews::Opened(_, Err(error)) => {
                if self.project.is_none() {
                    self.show_gallery();
                }
                self.notice = Some((error, true));
            }
            FileNews::Saved(path, text, Ok(())) => {
                self.let_go();
                self.remember(&path);
                if let Some(project) = &mut self.project {
                    project.document.wrote(&path, Arc::clone(&text));
                    self.files.watch(Some((&path, text)));
                    self.notice = Some((format!("Saved as {}", path.display()), false));
                }
                self.saved_strokes(&path, true);
                // What was changed while it was being written is in no file.
                if self.leaving.is_some() && !self.would_lose() {
                    self.leave(ctx);
                }
            }
            FileNews::Saved(path, _, Err(error)) => {
                self.saved_strokes(&path, false);
                (self.notice, self.leaving) = (Some((error, true)), None);
            }
            FileNews::Found(path, text) => {
                let project = self.project.as_mut().filter(|project| project.document.path() == Some(&path));
                if let Some(project) = project {
                    if text.is_none() {
                        self.notice = Some((
                            format!("{} is gone; what is here can be saved again.", path.display()),
                            true,
                        ));
                    }
                    project.document.found(text);
                }
            }
            FileNews::Listed(folder, entries) => {
                if let Some(chooser) = &mut self.chooser {
                    chooser.take(&folder, entries);
                }
            }
            FileNews::Recalled(path, text) => {
                let state = self.host.state_folder();
                let project =
                    self.project.as_mut().filter(|project| project.rescue(state).as_ref() == Some(&path));
                if let Some(project) = project.filter(|project| !project.document.is_changed()) {
                    project.document.set_text(text);
                    project.document.seal();
                    let said =
                        "These are changes from a session that ended early. Undo brings back what was saved.";
                    self.notice = Some((said.to_owned(), false));
                }
            }
        }
    }

    fn of_drafts(&mut self, drafted: Drafted, ctx: &Context) {
        let on_card = self.device.as_ref().is_some_and(|(_, software)| !software);
        if self.project.as_ref().is_none_or(|project| drafted.revision != project.revision()) {
            return;
        }
        let proof = match &drafted.draft {
            Draft::Ground { .. } => Some(None),
            Draft::Refused(error) => Some(Some(error.message.as_str())),
            Draft::Picture(..) | Draft::Failed(_) => None,
        };
        if proof.is_some_and(|refused| self.prove(drafted.stamp, refused)) {
            return;
        }
        let Some(project) = &mut self.project else { return };
        match drafted.draft {
            Draft::Ground { relief, exact, map, warnings } => {
                if let Some(map) = &map {
                    put(&mut project.map, ctx, map);
                }
                project.document.accept(drafted.revision);
                if exact.is_some() {
                    project.warnings = warnings;
                }
                project.stand_on(relief, exact);
            }
            Draft::Picture(eye, picture) => {
                let fresh = eye == project.eye && project.painting.is_draft();
                if fresh && !(on_card && project.picture.is_some()) {
                    put(&mut project.picture, ctx, &picture);
                }
            }
            Draft::Refused(error) => project.document.refuse(drafted.revision, error),
            Draft::Failed(error) => self.notice = Some((error, true)),
        }
    }

    fn of_painter(&mut self, painted: Painted, ctx: &Context) {
        let on_card = self.device.as_ref().is_some_and(|(_, software)| !software);
        match painted {
            Painted::Device(name, software) => self.device = Some((name, software)),
            Painted::Refused { revision, stamp, error } => {
                // What was wrong with strokes that were taken away again is no news.
                if let Some(project) = self.project.as_mut().filter(|project| project.easel.stamp() == stamp)
                {
                    project.document.refuse(revision, error);
                }
            }
            Painted::NoDevice(error) => self.no_device = Some(error),
            Painted::Failed(ticket, error) => {
                self.notice = Some((error, true));
                self.project.iter_mut().for_each(|project| project.painting.fail(ticket));
            }
            Painted::Share(ticket, share) => {
                self.project.iter_mut().for_each(|project| project.painting.take_share(ticket, share));
            }
            Painted::Picture { ticket, revision, picture, step, last } => {
                let Some(project) = self.project.as_mut().filter(|project| project.revision() == revision)
                else {
                    return;
                };
                // A card's pictures are so fast that one of a moment ago is better than none.
                if project.painting.take(ticket, step, last).unwrap_or(on_card) {
                    put(&mut project.picture, ctx, &picture);
                }
            }
        }
    }

    fn of_thumbnails(&mut self, key: u64, picture: &Rgba, ctx: &Context) {
        if let Some(preset) = key.checked_sub(PRESETS).and_then(|at| self.presets.get(at as usize)) {
            self.gallery.insert(preset.name, texture(ctx, preset.name, picture));
            return;
        }
        let Some(project) = &mut self.project else { return };
        let shown = project.shown.as_ref().filter(|(revision, _)| revision % REVISIONS == key / FIELDS);
        let name = shown.and_then(|(_, recipe)| recipe.fields.keys().nth((key % FIELDS) as usize).cloned());
        if let Some(name) = name {
            let texture = texture(ctx, &name, picture);
            project.pictures.insert(name, texture);
        }
    }

    /// Asks for what is wanted now, if that is something else than before.
    pub(super) fn ask(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        let Some(project) = &mut self.project else { return };
        project.take_up();
        self.follow_strokes();
        self.release();
        let software = self.paints_by_processor();
        let Some(project) = &mut self.project else { return };
        let Some((revision, recipe)) = project.shown.clone() else { return };
        if project.easel.is_opening() {
            return;
        }
        if self.thumbnails_of != Some(revision) {
            let fields = recipe.fields.keys().enumerate();
            let first = revision % REVISIONS * FIELDS;
            self.thumbnails
                .want(fields.map(|(at, name)| {
                    (first + at as u64, Subject::Field(Arc::clone(&recipe), name.clone()))
                }));
            self.thumbnails_of = Some(revision);
        }
        // Strokes are no function that rays could march through.
        let surface = if project.easel.len() > 0 { Surface::Mesh } else { project.look.surface };
        let look = Look { surface, ..project.look };
        let wanted = Wanted {
            revision,
            eye: project.eye,
            sun: project.sun,
            look,
            size: project.size,
            stamp: project.easel.stamp(),
        };
        if project.wanted.as_ref() != Some(&wanted) && wanted.size[0] > 8 && wanted.size[1] > 8 {
            let [columns, rows] = wanted.size.map(|side| side as f32);
            let size = [(DRAFT * columns / rows).min(2.0 * DRAFT) as usize, DRAFT as usize];
            self.drafts.want(DraftWish {
                revision,
                recipe,
                sculpture: project.easel.sculpture.clone(),
                eye: Some(wanted.eye),
                stand: project.stand(),
                hasty: project.easel.is_drawing(),
                sun: wanted.sun,
                bounds: wanted.look.bounds,
                style: wanted.look.style,
                size,
            });
            project.painting.want(if software { now + PAUSE } else { now });
            project.wanted = Some(wanted);
            if software {
                self.painter.hush();
            }
        }
        // Its outcome is known once it is asked for.
        if let Some(export) = &mut self.export {
            _ = export.outcome();
        }
        self.paint(ctx, now);
        self.keep(ctx, now);
    }

    /// Keeps changes for the case that the program ends early.
    fn keep(&mut self, ctx: &Context, now: f64) {
        let Some(project) = &mut self.project else { return };
        let revision = project.document.revision();
        if !project.document.is_changed() {
            if project.kept.is_some() {
                self.let_go();
            }
            return;
        }
        let since = match project.kept {
            Some((kept, since)) if kept == revision => since,
            _ => {
                project.kept = Some((revision, now));
                now
            }
        };
        if since.is_finite() && now >= since + KEEP {
            project.kept = Some((revision, f64::INFINITY));
            if let Some(rescue) = project.rescue(self.host.state_folder()) {
                self.files.keep(&rescue, Some(project.document.shared_text()));
            }
        } else if since.is_finite() {
            ctx.request_repaint_after_secs((since + KEEP - now) as f32 + 0.05);
        }
    }

    /// Whether the program may end; otherwise it asks what becomes of changes.
    pub(super) fn may_quit(&mut self) -> bool {
        if self.would_lose() {
            self.leaving = Some(Leaving::Quit);
            return false;
        }
        true
    }
}

fn image(picture: &Rgba) -> ColorImage {
    ColorImage::from_rgba_unmultiplied(picture.size, &picture.bytes)
}

fn texture(ctx: &Context, name: &str, picture: &Rgba) -> TextureHandle {
    ctx.load_texture(name, image(picture), TextureOptions::LINEAR)
}

/// Puts a picture into a texture that is already there, or into a new one.
fn put(held: &mut Option<TextureHandle>, ctx: &Context, picture: &Rgba) {
    match held {
        Some(held) => held.set(image(picture), TextureOptions::LINEAR),
        None => *held = Some(texture(ctx, "terrain", picture)),
    }
}
