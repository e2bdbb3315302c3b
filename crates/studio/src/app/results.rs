//! Handles the results of worker threads, and sends new requests to them.

use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::project::Wanted;
use super::{PRESETS, Studio, UnsavedPrompt};
use crate::action::Action;
use crate::document::Document;
use crate::draft::Rgba;
use crate::jobs::{Draft, DraftRequest, DraftResult, Export, FileEvent, Look, RenderEvent, Subject};
use orogen_engine::recipe::Source;
use orogen_view::Surface;

/// Thumbnail keys of fields: (revision modulo `REVISIONS`) · `FIELDS` + index of the field.
const FIELDS: u64 = 1 << 16;
const REVISIONS: u64 = 1 << 16;

/// Seconds without a change before a CPU renderer starts. Until then only drafts are drawn.
const RENDER_DELAY: f64 = 0.25;

/// Seconds from a change to writing the recovery file.
const RECOVERY_DELAY: f64 = 2.0;

/// Rows of a draft.
const DRAFT_ROWS: f32 = 300.0;

impl Studio {
    /// Handles everything that arrived since the last frame.
    pub(super) fn take_results(&mut self, ctx: &Context) {
        let files: Vec<_> = self.files.events().collect();
        files.into_iter().for_each(|event| self.on_file_event(event, ctx));
        let drafts: Vec<_> = self.drafts.results().collect();
        drafts.into_iter().for_each(|drafted| self.on_draft(drafted, ctx));
        let strokes: Vec<_> = self.strokes.events().collect();
        strokes.into_iter().for_each(|event| self.on_stroke_file_event(event));
        let rendered: Vec<_> = self.renderer.events().collect();
        rendered.into_iter().for_each(|rendered| self.on_render_event(rendered, ctx));
        let thumbnails: Vec<_> = self.thumbnails.done().collect();
        for thumbnail in thumbnails {
            if let Some(picture) = thumbnail.picture {
                self.on_thumbnail(thumbnail.key, &picture, ctx);
            }
        }
        self.export.iter_mut().for_each(Export::update);
    }

    fn on_file_event(&mut self, event: FileEvent, ctx: &Context) {
        match event {
            // Asks about unsaved changes first.
            FileEvent::Opened(path, Ok(_)) if self.has_unsaved_changes() && self.unsaved_prompt.is_none() => {
                self.unsaved_prompt = Some(UnsavedPrompt::Act(Action::OpenFile(path)));
            }
            FileEvent::Opened(path, Ok(text)) => {
                // A file without a format version is not a recipe: it was opened by mistake.
                if Source::new("", Arc::clone(&text)).has_version() {
                    self.remember(&path);
                }
                self.open(Document::of_file(&path, text));
            }
            FileEvent::Recent(files) => self.recent = files,
            FileEvent::Opened(_, Err(error)) => {
                if self.project.is_none() {
                    self.show_start_page();
                }
                self.notice = Some((error, true));
            }
            FileEvent::Saved(path, text, Ok(())) => {
                self.discard_recovery();
                self.remember(&path);
                if let Some(project) = &mut self.project {
                    project.document.saved_to(&path, Arc::clone(&text));
                    self.files.watch(Some((&path, text)));
                    self.notice = Some((format!("Saved {}", path.display()), false));
                }
                self.saved_strokes(&path, true);
                // Changes made during the save are still unsaved.
                if self.unsaved_prompt.is_some() && !self.has_unsaved_changes() {
                    self.proceed(ctx);
                }
            }
            FileEvent::Saved(path, _, Err(error)) => {
                self.saved_strokes(&path, false);
                (self.notice, self.unsaved_prompt) = (Some((error, true)), None);
            }
            FileEvent::Changed(path, text) => {
                let project = self.project.as_mut().filter(|project| project.document.path() == Some(&path));
                if let Some(project) = project {
                    if text.is_none() {
                        self.notice =
                            Some((format!("{} was deleted. Save to restore it.", path.display()), true));
                    }
                    project.document.file_changed(text);
                }
            }
            FileEvent::OtherChanged => {
                self.project.iter_mut().for_each(|project| project.document.reread());
            }
            FileEvent::Listed(folder, entries) => {
                if let Some(file_dialog) = &mut self.file_dialog {
                    file_dialog.set_entries(&folder, entries);
                }
            }
            FileEvent::Recovered(path, text) => {
                let state = self.host.state_folder();
                let project = self
                    .project
                    .as_mut()
                    .filter(|project| project.recovery_path(state).as_ref() == Some(&path));
                if let Some(project) = project.filter(|project| !project.document.is_changed()) {
                    project.document.set_text(text);
                    project.document.end_undo_group();
                    let message = "Recovered unsaved changes. Undo returns to the saved version.";
                    self.notice = Some((message.to_owned(), false));
                }
            }
        }
    }

    fn on_draft(&mut self, drafted: DraftResult, ctx: &Context) {
        let on_card = self.device.as_ref().is_some_and(|(_, software)| !software);
        if self.project.as_ref().is_none_or(|project| drafted.revision != project.revision()) {
            return;
        }
        let outcome = match &drafted.draft {
            Draft::Ground { .. } => Some(None),
            Draft::Refused(error) => Some(Some(error.message.as_str())),
            Draft::Picture(..) | Draft::Failed(_) => None,
        };
        if outcome.is_some_and(|refused| self.check_strokes(drafted.stamp, refused)) {
            return;
        }
        let Some(project) = &mut self.project else { return };
        match drafted.draft {
            Draft::Ground { height_field, exact, map, warnings } => {
                if let Some(map) = &map {
                    put(&mut project.map, ctx, map);
                }
                project.document.clear_build_error(drafted.revision);
                if exact.is_some() {
                    project.warnings = warnings;
                }
                project.set_ground(height_field, exact);
            }
            Draft::Picture(eye, picture) => {
                let fresh = eye == project.eye && project.render.is_draft();
                if fresh && !(on_card && project.picture.is_some()) {
                    put(&mut project.picture, ctx, &picture);
                }
            }
            Draft::Refused(error) => project.document.set_build_error(drafted.revision, error),
            Draft::Failed(error) => self.notice = Some((error, true)),
        }
    }

    fn on_render_event(&mut self, rendered: RenderEvent, ctx: &Context) {
        let on_card = self.device.as_ref().is_some_and(|(_, software)| !software);
        match rendered {
            RenderEvent::Device(name, software) => self.device = Some((name, software)),
            RenderEvent::Refused { revision, stamp, error } => {
                // Errors of strokes that have been removed are outdated.
                if let Some(project) = self.project.as_mut().filter(|project| project.paint.stamp() == stamp)
                {
                    project.document.set_build_error(revision, error);
                }
            }
            RenderEvent::NoDevice(error) => self.no_device = Some(error),
            RenderEvent::Failed(ticket, error) => {
                self.notice = Some((error, true));
                self.project.iter_mut().for_each(|project| project.render.fail(ticket));
            }
            RenderEvent::Progress(ticket, progress) => {
                self.project.iter_mut().for_each(|project| project.render.set_progress(ticket, progress));
            }
            RenderEvent::Picture { ticket, revision, picture, step, last } => {
                let Some(project) = self.project.as_mut().filter(|project| project.revision() == revision)
                else {
                    return;
                };
                // A graphics card is so fast that a slightly outdated picture is better than none.
                if project.render.picture_done(ticket, step, last).unwrap_or(on_card) {
                    put(&mut project.picture, ctx, &picture);
                }
            }
        }
    }

    fn on_thumbnail(&mut self, key: u64, picture: &Rgba, ctx: &Context) {
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

    /// Sends new requests to the workers if anything has changed.
    pub(super) fn send_requests(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        let Some(project) = &mut self.project else { return };
        project.update_shown();
        if let Some(files) = project.files_to_follow() {
            self.files.follow(files);
        }
        self.follow_strokes();
        self.run_deferred();
        let software = self.renders_on_cpu();
        let Some(project) = &mut self.project else { return };
        let Some((revision, recipe)) = project.shown.clone() else { return };
        if project.paint.is_opening() {
            return;
        }
        if self.thumbnails_of != Some(revision) {
            let fields = recipe.fields.keys().enumerate();
            let first = revision % REVISIONS * FIELDS;
            self.thumbnails
                .request(fields.map(|(at, name)| {
                    (first + at as u64, Subject::Field(Arc::clone(&recipe), name.clone()))
                }));
            self.thumbnails_of = Some(revision);
        }
        // With strokes, rays cannot march through the height function.
        let surface = if project.paint.len() > 0 { Surface::Mesh } else { project.look.surface };
        let look = Look { surface, ..project.look };
        let wanted = Wanted {
            revision,
            eye: project.eye,
            sun: project.sun,
            look,
            size: project.size,
            stamp: project.paint.stamp(),
        };
        if project.wanted.as_ref() != Some(&wanted) && wanted.size[0] > 8 && wanted.size[1] > 8 {
            let [columns, rows] = wanted.size.map(|side| side as f32);
            let size = [(DRAFT_ROWS * columns / rows).min(2.0 * DRAFT_ROWS) as usize, DRAFT_ROWS as usize];
            self.drafts.request(DraftRequest {
                revision,
                recipe,
                layer: project.paint.layer.clone(),
                eye: Some(wanted.eye),
                pose: project.pose(),
                interactive: project.paint.is_drawing(),
                sun: wanted.sun,
                bounds: wanted.look.bounds,
                style: wanted.look.style,
                size,
            });
            project.render.schedule(if software { now + RENDER_DELAY } else { now });
            project.wanted = Some(wanted);
            if software {
                self.renderer.cancel();
            }
        }
        self.start_render(ctx, now);
        self.keep_recovery(ctx, now);
    }

    /// Writes unsaved changes to the recovery file.
    fn keep_recovery(&mut self, ctx: &Context, now: f64) {
        let Some(project) = &mut self.project else { return };
        let revision = project.document.revision();
        if !project.document.is_changed() {
            if project.recovery_state.is_some() {
                self.discard_recovery();
            }
            return;
        }
        let since = match project.recovery_state {
            Some((changed, since)) if changed == revision => since,
            _ => {
                project.recovery_state = Some((revision, now));
                now
            }
        };
        if since.is_finite() && now >= since + RECOVERY_DELAY {
            project.recovery_state = Some((revision, f64::INFINITY));
            if let Some(recovery) = project.recovery_path(self.host.state_folder()) {
                self.files.write_recovery(&recovery, Some(project.document.shared_text()));
            }
        } else if since.is_finite() {
            ctx.request_repaint_after_secs((since + RECOVERY_DELAY - now) as f32 + 0.05);
        }
    }

    /// Whether the program may quit. If not, asks about the unsaved changes.
    pub(super) fn may_quit(&mut self) -> bool {
        if self.has_unsaved_changes() {
            self.unsaved_prompt = Some(UnsavedPrompt::Quit);
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

/// Updates a texture, or creates it.
fn put(held: &mut Option<TextureHandle>, ctx: &Context, picture: &Rgba) {
    match held {
        Some(held) => held.set(image(picture), TextureOptions::LINEAR),
        None => *held = Some(texture(ctx, "terrain", picture)),
    }
}
