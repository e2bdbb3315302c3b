//! Handles the results of worker threads, and sends new requests to them.

use std::sync::Arc;

use egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::paint::PaintSession;
use super::project::Wanted;
use super::render::Quality;
use super::{Studio, UnsavedPrompt};
use crate::document::Document;
use crate::draft::Rgba;
use crate::jobs::{Draft, DraftRequest, DraftResult, FileEvent, Look, RenderEvent, Subject, Thumbnail};
use crate::layer::STAMPS;
use orogen_engine::recipe::Source;
use orogen_view::Surface;

/// Thumbnail keys of fields: (revision modulo `REVISIONS`) · `FIELDS` + index of the field.
const FIELDS: u64 = 1 << 16;
const REVISIONS: u64 = 1 << 16;

/// Seconds without a change before a CPU renderer starts. Until then only drafts are drawn.
const RENDER_DELAY: f64 = 0.25;

/// Seconds from a change to writing the recovery file.
const RECOVERY_DELAY: f64 = 2.0;

impl Studio {
    /// Handles everything that arrived since the last frame.
    pub(super) fn take_results(&mut self, ctx: &Context) {
        let files: Vec<_> = self.files.events().collect();
        files.into_iter().for_each(|event| self.on_file_event(event, ctx));
        let imported: Vec<_> = self.import.results().collect();
        imported.into_iter().for_each(|imported| self.on_imported(imported));
        let drafts: Vec<_> = self.drafts.results().collect();
        drafts.into_iter().for_each(|drafted| self.on_draft(drafted, ctx));
        self.take_stroke_file_events();
        self.with_parked(Self::take_stroke_file_events);
        let rendered: Vec<_> = self.renderer.events().collect();
        rendered.into_iter().for_each(|rendered| self.on_render_event(rendered, ctx));
        let thumbnails: Vec<_> = self.thumbnails.done().collect();
        for thumbnail in thumbnails {
            let Thumbnail { key, subject, picture, range } = thumbnail;
            let is_start = self.on_start_thumbnail(&subject, picture.as_ref(), ctx);
            if let Some(picture) = picture.filter(|_| !is_start) {
                self.on_thumbnail(key, &picture, range, ctx);
            }
        }
        self.take_inspections(ctx);
        self.take_variations(ctx);
        self.take_comparison(ctx);
        self.update_exports(ctx);
    }

    fn take_stroke_file_events(&mut self) {
        let events: Vec<_> = self.strokes.events().collect();
        events.into_iter().for_each(|event| self.on_stroke_file_event(event));
    }

    fn on_file_event(&mut self, event: FileEvent, ctx: &Context) {
        match event {
            FileEvent::Opened(path, Ok(_)) if self.has_unsaved_changes() => self.ask_before_opening(path),
            FileEvent::Opened(path, Ok(text)) => {
                // A file without a format version is not a recipe: it was opened by mistake.
                if Source::new("", Arc::clone(&text)).has_version() {
                    self.remember(&path);
                }
                self.open(Document::of_file(&path, text));
            }
            FileEvent::StartFiles(files) => self.on_start_files(files),
            FileEvent::Opened(path, Err(error)) => self.on_not_opened(&path, error),
            FileEvent::Saved(path, text, Ok(())) => {
                self.discard_recovery();
                self.remember(&path);
                let is_moved =
                    self.project.as_ref().is_some_and(|project| project.document.path() != Some(&path));
                if let Some(project) = &mut self.project {
                    project.document.saved_to(&path, Arc::clone(&text));
                    self.files.watch(Some((&path, text)));
                    self.notice = Some((format!("Saved {}", path.display()), false));
                }
                if is_moved {
                    self.move_side_file();
                }
                self.saved_strokes(&path, true);
                let mask = self.mask_to_paint.take().filter(|_| self.unsaved_prompt.is_none());
                mask.into_iter().for_each(|mask| self.paint_target(Some(mask)));
                // Changes made during the save are still unsaved.
                if self.unsaved_prompt.is_some() && !self.has_unsaved_changes() {
                    self.proceed(ctx);
                }
            }
            FileEvent::Saved(path, _, Err(error)) => {
                self.saved_strokes(&path, false);
                self.mask_to_paint = None;
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
                if let Some(project) = &mut self.project {
                    project.document.reread();
                    // The key of the picture does not have what files contain.
                    project.wanted = None;
                }
            }
            FileEvent::SideFile(path, read) => self.on_side_file(path, read),
            FileEvent::SideFileFailed(error) => self.notice = Some((error, true)),
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
                    project.document.replace_text(text, "Recover unsaved changes");
                    let message = "Recovered unsaved changes. Undo returns to the saved version.";
                    self.notice = Some((message.to_owned(), false));
                }
            }
        }
    }

    fn on_draft(&mut self, drafted: DraftResult, ctx: &Context) {
        let DraftResult { ticket, revision, stamps, draft } = drafted;
        let Some(project) = self.project.as_mut().filter(|project| project.render.knows(ticket)) else {
            return;
        };
        // What an older recipe says about strokes and errors is outdated.
        let is_current = revision == project.revision();
        let refused = match &draft {
            Draft::Ground { .. } => Some(None),
            Draft::Refused(error) => Some(Some(error.message.as_str())),
            Draft::Picture(_) | Draft::Failed(_) => None,
        };
        let is_of_strokes = |refused| self.on_ground(|studio| studio.check_strokes(stamps.ground, refused));
        if is_current && refused.is_some_and(is_of_strokes) {
            return;
        }
        let Some(project) = &mut self.project else { return };
        match draft {
            Draft::Ground { height_field, exact, warnings } => {
                project.document.clear_build_error(revision);
                if exact.is_some() && is_current {
                    project.take_warnings(warnings);
                }
                project.set_ground(revision, height_field, exact);
            }
            Draft::Picture(picture) => {
                if project.render.picture_done(ticket, Quality::Draft) {
                    put(&mut project.picture, ctx, &picture);
                }
            }
            Draft::Refused(_) | Draft::Failed(_) if !is_current => {}
            // A pinned field is not the recipe, which may have no error.
            Draft::Refused(error) if project.is_preview() => self.notice = Some((error.message, true)),
            Draft::Refused(error) => project.document.set_build_error(revision, error),
            Draft::Failed(error) => self.notice = Some((error, true)),
        }
    }

    fn on_render_event(&mut self, rendered: RenderEvent, ctx: &Context) {
        match rendered {
            RenderEvent::Device(name, software) => self.device = Some((name, software)),
            RenderEvent::Refused { ticket, revision, stamps, error } => {
                if let Some(project) = &mut self.project {
                    project.render.fail(ticket);
                    // The recipe was reworded meanwhile, and may be right now.
                    if revision != project.revision() {
                        project.wanted = None;
                    }
                }
                // Errors of strokes that have been removed are outdated.
                if let Some(project) =
                    self.project.as_mut().filter(|project| project.layers().stamps() == stamps)
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
            RenderEvent::Picture { ticket, picture, step, last } => {
                let Some(project) = &mut self.project else { return };
                project.render.rendered(ticket, ctx.input(|input| input.time));
                if project.render.picture_done(ticket, Quality::Step(step)) {
                    put(&mut project.picture, ctx, &picture);
                }
                if last {
                    project.render.finish(ticket);
                }
            }
        }
    }

    fn on_thumbnail(&mut self, key: u64, picture: &Rgba, range: [f64; 2], ctx: &Context) {
        let Some(project) = &mut self.project else { return };
        let shown = project.shown.as_ref().filter(|(revision, _)| revision % REVISIONS == key / FIELDS);
        let name = shown.and_then(|(_, recipe)| recipe.fields.keys().nth((key % FIELDS) as usize).cloned());
        if let Some(name) = name {
            let texture = texture(ctx, &name, picture);
            project.ranges.insert(name.clone(), range);
            project.pictures.insert(name, texture);
        }
    }

    /// Sends new requests to the workers if anything has changed.
    pub(super) fn send_requests(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.follow_flight(ctx, now);
        self.keep_side_file(ctx, now);
        let Some(project) = &mut self.project else { return };
        let before = project.revision();
        project.drop_undone_steps();
        project.update_shown();
        if project.revision() != before {
            self.solving.allow();
        }
        if let Some(files) = project.files_to_follow() {
            self.files.follow(files);
        }
        self.update_comparison();
        self.follow_strokes();
        self.run_deferred();
        let software = self.renders_on_cpu();
        let Some(project) = &mut self.project else { return };
        let Some((revision, recipe)) = project.shown.clone() else { return };
        if project.sessions().any(PaintSession::is_opening) {
            return;
        }
        // With strokes, rays cannot march through the height function.
        let surface = if project.ground_paint().len() > 0 { Surface::Mesh } else { project.look.surface };
        let look = Look { surface, ..project.look };
        let Some(terrain) = project.terrain_key() else { return };
        let wanted = Wanted {
            terrain,
            eye: project.eye,
            sun: project.sun,
            look,
            colour_range: project.colour_range(),
            size: project.size,
        };
        let stamps = project.layers().stamps();
        let newest = Some((revision, stamps.clone()));
        let is_seen = wanted.size.iter().all(|side| *side > 8) && !self.is_browsing;
        // The new text may have other warnings, although the picture stays. It may also mend what made a render fail.
        let is_reworded = is_seen && project.drafted != newest;
        let is_other = project.wanted.as_ref() != Some(&wanted) || is_reworded && project.render.has_failed();
        let is_new = is_seen && is_other;
        if is_new || is_reworded {
            let [columns, rows] = wanted.size.map(f64::from);
            // A renderer that follows the hand needs no drafts. Any other one waits until nothing moves.
            let follows = !software && project.render.is_quick();
            project.moved_at = now;
            let ticket = if is_new {
                project.render.schedule(now, if follows { now } else { now + RENDER_DELAY })
            } else {
                project.render.newest()
            };
            let needs_picture = project.render.is_draft() && (!follows || project.render.needs_draft());
            let request = DraftRequest {
                ticket,
                revision,
                recipe: Arc::clone(&recipe),
                layers: project.layers(),
                eye: Some(wanted.eye).filter(|_| needs_picture),
                pose: project.pose(),
                interactive: project.paint.is_drawing(),
                sun: wanted.sun,
                bounds: wanted.look.bounds,
                style: wanted.look.style,
                colour_range: wanted.colour_range,
                aspect: (columns / rows).min(2.0),
            };
            let comparison = self.comparison.iter_mut().filter(|_| project.beside && is_new);
            comparison.for_each(|comparison| comparison.draft(&request));
            self.drafts.request(request);
            (project.wanted, project.drafted) = (Some(wanted), newest);
            if is_new && !follows {
                self.renderer.cancel();
            }
        }
        let rest = project.moved_at + RENDER_DELAY;
        let newest = Some((revision, stamps.masks));
        let is_drawing = project.paint.is_drawing();
        self.request_inspections();
        // While something moves, drafts need the time that thumbnails take.
        if self.thumbnails_of != newest && !is_drawing && !self.is_browsing {
            if now < rest {
                ctx.request_repaint_after_secs((rest - now) as f32);
            } else {
                self.request_thumbnails();
            }
        }
        self.start_render(ctx, now);
        self.keep_recovery(ctx, now);
    }

    /// Requests thumbnails of the fields of a new recipe, and those of stamps that are missing.
    fn request_thumbnails(&mut self) {
        let Some(project) =
            self.project.as_ref().filter(|project| !project.sessions().any(PaintSession::is_opening))
        else {
            return;
        };
        let Some((revision, recipe)) = &project.shown else { return };
        let layers = project.layers();
        let newest = Some((*revision, layers.stamps().masks));
        if self.thumbnails_of == newest {
            return;
        }
        let first = revision % REVISIONS * FIELDS;
        let fields = recipe.fields.keys().zip(first..);
        let subject = |name: &String| Subject::Field(Arc::clone(recipe), name.clone(), layers.clone());
        let fields = fields.map(|(name, key)| (key, subject(name)));
        self.thumbnails.request(fields.chain(self.lacking_stamps()));
        self.thumbnails_of = newest;
        // Fields that are gone need no pictures.
        let recipe = Arc::clone(recipe);
        if let Some(project) = &mut self.project {
            project.pictures.retain(|name, _| recipe.fields.contains_key(name));
            project.ranges.retain(|name, _| recipe.fields.contains_key(name));
        }
    }

    /// Requests for the stamps that have no thumbnails yet.
    fn lacking_stamps(&self) -> impl Iterator<Item = (u64, Subject)> {
        let lacking = STAMPS.into_iter().filter(|stamp| !self.stamps.contains_key(stamp.name));
        // The subject of a stamp's thumbnail says which stamp it is.
        lacking.filter_map(|stamp| Some((0, Subject::Stamp(stamp, self.stamp_file(stamp)?))))
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
        if self.exports.is_busy() && !std::mem::replace(&mut self.is_warned, true) {
            let notice = "An export is running. Close the window again to cancel it.";
            self.notice = Some((notice.to_owned(), false));
            return false;
        }
        if self.has_unsaved_changes() {
            self.unsaved_prompt = Some(UnsavedPrompt::Quit);
            return false;
        }
        self.write_side_file();
        true
    }
}

fn image(picture: &Rgba) -> ColorImage {
    ColorImage::from_rgba_unmultiplied(picture.size, &picture.bytes)
}

pub(super) fn texture(ctx: &Context, name: &str, picture: &Rgba) -> TextureHandle {
    ctx.load_texture(name, image(picture), TextureOptions::LINEAR)
}

/// Updates a texture, or creates it.
pub(super) fn put(held: &mut Option<TextureHandle>, ctx: &Context, picture: &Rgba) {
    match held {
        Some(held) => held.set(image(picture), TextureOptions::LINEAR),
        None => *held = Some(texture(ctx, "terrain", picture)),
    }
}
