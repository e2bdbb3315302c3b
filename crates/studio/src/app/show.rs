//! One frame: panels, dialogs and global shortcuts.

use std::time::Duration;

use egui::{
    CentralPanel, Context, Frame, Key, KeyboardShortcut, Modal, Modifiers, Panel, Ui, UiBuilder,
    ViewportCommand,
};

use super::Studio;
use super::paint::{PaintSession, largest_brush};
use crate::action::{Action, BrushEvent};
use crate::eye::Eye;
use crate::panels::{
    self, BrushPanel, ExportForm, ExportState, ExportStep, FileChoice, Messages, Purpose, RecipeView, Start,
    Status, ToolsView, View,
};
use crate::theme;

impl Studio {
    /// Shows one frame of the program.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.take_results(&ctx);
        let mut actions = self.keys(&ctx);
        self.dropped(&ctx, &mut actions);
        if ctx.input(|input| input.viewport().close_requested()) && !self.may_quit() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
        Panel::top("bar").exact_size(38.0).show(ui, |ui| {
            let paint = self.project.as_ref().map(|project| &project.paint);
            let strokes = paint.filter(|paint| paint.active).map(PaintSession::can_undo_redo);
            let document = self.project.as_ref().map(|project| &project.document);
            panels::bar(ui, document, strokes, &mut actions);
        });
        if self.project.is_some() {
            self.project_page(ui, &mut actions);
        } else {
            self.start_page(ui, &mut actions);
        }
        self.dialogs(ui, &mut actions);
        for action in actions {
            self.act(action, &ctx);
        }
        self.send_requests(&ctx);
        #[cfg(feature = "sound")]
        self.update_sound(&ctx);
        self.set_window_title(&ctx);
        if let Some((folder, extensions)) =
            self.file_dialog.as_ref().and_then(panels::FileDialog::missing_entries)
        {
            self.files.list(folder, extensions);
        }
    }

    /// Sets the window title: the recipe's name, and whether it is modified.
    fn set_window_title(&mut self, ctx: &Context) {
        let title = match self.project.as_ref().map(|project| &project.document) {
            Some(document) if document.is_changed() => {
                format!("{} (modified) – Orogen studio", document.title())
            }
            Some(document) => format!("{} – Orogen studio", document.title()),
            None => "Orogen studio".to_owned(),
        };
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn start_page(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        CentralPanel::default().show(ui, |ui| {
            if let Some((text, bad)) = &self.notice {
                ui.colored_label(if *bad { theme::ERROR } else { theme::GOOD }, text);
            }
            let start = Start { presets: &self.presets, pictures: &self.gallery, recent: &self.recent };
            panels::start(ui, &start, actions);
        });
    }

    fn project_page(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let status = self.status();
        Panel::bottom("status").exact_size(26.0).show(ui, |ui| panels::status(ui, &status));
        let Some(project) = &mut self.project else { return };
        Panel::left("recipe").default_size(352.0).size_range(300.0..=620.0).show(ui, |ui| {
            let view = RecipeView {
                document: &project.document,
                pictures: &project.pictures,
                tab: &mut project.tab,
            };
            panels::recipe(ui, view, actions);
        });
        Panel::right("tools").exact_size(284.0).show(ui, |ui| {
            let measured: Vec<_> = project
                .marks
                .iter()
                .map(|mark| (*mark, project.ground.as_ref().and_then(|ground| ground.at(*mark))))
                .collect();
            let view = ToolsView {
                look: project.look,
                sun: project.sun,
                bookmarks: &project.bookmarks,
                eye: project.eye,
                measuring: project.measuring,
                measured: &measured,
                compared: project.compared.is_some(),
                shown: [project.graph, project.split],
                home: project.home(),
                #[cfg(feature = "sound")]
                sound: self.sound.view(),
                brush_panel: project.paint.brushes.as_ref().map(|brushes| BrushPanel {
                    brushes,
                    active: project.paint.active,
                    strokes: project.paint.len(),
                    undone: project.paint.undone,
                    can_undo_redo: project.paint.can_undo_redo(),
                    largest: project.shown.as_ref().map_or(1.0, |(_, recipe)| largest_brush(recipe)),
                    fields: project.shown.as_ref().map(|(_, recipe)| &recipe.fields),
                }),
            };
            panels::tools(ui, &view, actions);
        });
        self.middle(ui, actions);
    }

    fn middle(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let notice = self.notice.clone();
        let exports = self.export_form.is_some();
        let Some(project) = &mut self.project else { return };
        let mut clicked = None;
        CentralPanel::default().frame(Frame::new().fill(theme::DEEP)).show(ui, |ui| {
            if let (true, Some((_, recipe))) = (project.graph, &project.shown) {
                let height = 0.45 * ui.available_height();
                Panel::bottom("graph").default_size(height).resizable(true).frame(Frame::new()).show(
                    ui,
                    |ui| {
                        panels::graph(ui, recipe, &project.pictures, &mut project.scene, actions);
                    },
                );
            }
            if project.split {
                let width = 0.4 * ui.available_width();
                Panel::right("map").default_size(width).resizable(true).frame(Frame::new()).show(ui, |ui| {
                    clicked =
                        panels::map(ui, project.map.as_ref(), project.height_field.as_deref(), project.eye);
                });
            }
            let view = View {
                picture: project.picture.as_ref(),
                eye: project.eye,
                sun: project.sun,
                height_field: project.height_field.as_deref(),
                marks: &project.marks,
                measuring: project.measuring,
                brush: project.paint.footprint(),
                exports,
                empty: if project.shown.is_some() && project.document.error().is_none() {
                    "Generating…"
                } else {
                    "No terrain: the recipe has an error"
                },
            };
            let mut area = ui.available_rect_before_wrap().shrink(8.0);
            let seen = panels::viewport(ui, &view, actions);
            // Banners overlay the view without shrinking it, and leave room for the compass.
            area.max.x -= 64.0;
            let mut over = ui.new_child(UiBuilder::new().max_rect(area));
            let messages = Messages {
                document: &project.document,
                warnings: &project.warnings,
                is_shown: project.height_field.is_some(),
                no_strokes: project.paint.file_error(),
                notice: notice.as_ref(),
            };
            panels::banners(&mut over, messages, actions);
            (project.size, project.pointed) = (seen.size, seen.place);
        });
        if let Some(position) = clicked {
            self.look_at(position);
        }
    }

    fn status(&self) -> Status {
        let Some(project) = &self.project else { return Status::default() };
        let place = project.pointed.and_then(|place| Some((place, project.ground.as_ref()?.at(place)?)));
        let is_idle =
            self.no_device.is_some() || project.shown.is_none() || project.document.error().is_some();
        let busy = if is_idle { None } else { project.render.status(self.waits_for_export()) };
        let device = match (&self.no_device, &self.device) {
            (Some(_), _) => "No graphics device: drafts only".to_owned(),
            (None, Some((name, software))) => {
                format!("{name}{}", if *software { " (CPU)" } else { "" })
            }
            (None, None) => String::new(),
        };
        Status { place, globe: matches!(project.eye, Eye::Globe(_)), busy, device }
    }

    fn dialogs(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        self.export_dialog(ui, actions);
        if let Some(file_dialog) = &mut self.file_dialog {
            match panels::file_dialog(ui, file_dialog) {
                Some(FileChoice::Path(path)) => {
                    match file_dialog.purpose {
                        Purpose::Open => actions.push(Action::OpenFile(path)),
                        Purpose::Save => actions.push(Action::SaveTo(path)),
                        #[cfg(feature = "sound")]
                        Purpose::Music => actions.push(self.sound.of_file(path)),
                        Purpose::Picture => {
                            let brushes =
                                self.project.as_mut().and_then(|project| project.paint.brushes.as_mut());
                            brushes
                                .into_iter()
                                .for_each(|brushes| brushes.image = path.display().to_string());
                        }
                        Purpose::Folder => {
                            self.export_form.iter_mut().for_each(|draft| draft.folder.clone_from(&path));
                        }
                    }
                    self.file_dialog = None;
                }
                Some(FileChoice::Nothing) => {
                    self.file_dialog = None;
                    self.unsaved_prompt = None;
                }
                None => {}
            }
        } else if self.unsaved_prompt.is_some() {
            self.ask_about_changes(ui, actions);
        }
    }

    fn export_dialog(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let slow = self.renders_on_cpu();
        let (Some(draft), Some(project), None) = (&mut self.export_form, &self.project, &self.file_dialog)
        else {
            return;
        };
        // Only one dialog at a time.
        if self.unsaved_prompt.is_some() {
            return;
        }
        let command =
            |draft: &panels::ExportForm| Some(Self::order(project, draft).command(&project.cli_name()?));
        let domain = project.shown.as_ref().map(|(_, recipe)| &recipe.domain);
        let choices = panels::Choices { targets: &self.targets, formats: &self.formats, domain };
        let running = match &self.export {
            // If the CPU draws the window, frames slow the export down.
            Some(export) => ExportState::Running(export, Duration::from_millis(if slow { 700 } else { 100 })),
            None if self.queue.has_export() => ExportState::Waiting,
            None => ExportState::None,
        };
        match panels::export(ui, draft, choices, running, &command, actions) {
            ExportStep::Stay => {}
            ExportStep::Folder => {
                self.file_dialog = Some(panels::FileDialog::new(Purpose::Folder, &draft.folder));
            }
            ExportStep::Start => actions.push(Action::Export),
            ExportStep::Close => {
                let folder = self.current_folder();
                if let (Some(project), Some(draft)) = (&mut self.project, self.export_form.take()) {
                    let of = folder.join(project.document.title());
                    project.exported = Some((of, ExportForm { force: false, ..draft }));
                }
                self.forget_export();
            }
        }
    }

    fn ask_about_changes(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let title = self.project.as_ref().map_or("", |project| project.document.title()).to_owned();
        let ctx = ui.ctx().clone();
        let modal = Modal::new(egui::Id::unique("changes")).show(&ctx, |ui| {
            ui.set_width(380.0);
            ui.heading(format!("Save changes to {title}?"));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                if ui.button("Save").clicked() {
                    actions.push(Action::Save);
                }
                if ui.button("Discard").clicked() {
                    self.proceed(&ctx);
                }
                if ui.button("Cancel").clicked() {
                    self.unsaved_prompt = None;
                }
            });
        });
        if modal.should_close() {
            self.unsaved_prompt = None;
        }
    }

    /// Global shortcuts.
    fn keys(&self, ctx: &Context) -> Vec<Action> {
        const SHIFTED: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };
        let mut actions = Vec::new();
        if self.file_dialog.is_some() || self.export_form.is_some() || self.unsaved_prompt.is_some() {
            return actions;
        }
        let Some(project) = &self.project else {
            if ctx
                .input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(Modifiers::COMMAND, Key::O)))
            {
                actions.push(Action::ChooseFile);
            }
            return actions;
        };
        // Shortcuts with more modifiers come first: those with fewer would match them, too.
        let shortcuts = [
            (SHIFTED, Key::S, Action::SaveAs),
            (SHIFTED, Key::Z, Action::Redo),
            (Modifiers::COMMAND, Key::S, Action::Save),
            (Modifiers::COMMAND, Key::O, Action::ChooseFile),
            (Modifiers::COMMAND, Key::E, Action::OpenExport),
            (Modifiers::COMMAND, Key::Z, Action::Undo),
            (Modifiers::COMMAND, Key::Y, Action::Redo),
        ];
        for (modifiers, key, action) in shortcuts {
            if ctx.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key))) {
                actions.push(action);
            }
        }
        if ctx.memory(|memory| memory.focused().is_none()) {
            let plain = [
                (Key::G, Action::ShowGraph(!project.graph)),
                (Key::M, Action::ShowMap(!project.split)),
                (Key::B, Action::Bookmark),
                (Key::X, Action::Swap),
                (Key::Home, Action::SetEye(project.home())),
                (Key::P, Action::UseBrush(!project.paint.active)),
            ];
            if project.measuring && ctx.input(|input| input.key_pressed(Key::Escape)) {
                actions.push(Action::Measure(false));
            }
            let pressed = |key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
            actions.extend(plain.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, action)| action));
            if project.paint.active {
                actions.extend(brush_keys(&project.paint, &pressed));
            }
        }
        actions
    }

    /// Opens a file that was dropped onto the window.
    fn dropped(&self, ctx: &Context, actions: &mut Vec<Action>) {
        if self.file_dialog.is_some() || self.export_form.is_some() || self.unsaved_prompt.is_some() {
            return;
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        actions.extend(dropped.map(Action::OpenFile));
    }
}

/// Shortcuts while a brush is active: its size, and Esc.
fn brush_keys(paint: &PaintSession, pressed: &dyn Fn(Key) -> bool) -> Option<Action> {
    if pressed(Key::Escape) {
        let is_drawing = paint.is_drawing();
        return Some(if is_drawing { Action::Brush(BrushEvent::Cancel) } else { Action::UseBrush(false) });
    }
    let by = match [Key::OpenBracket, Key::CloseBracket].map(pressed) {
        [true, _] => 0.8,
        [_, true] => 1.25,
        _ => return None,
    };
    let mut brushes = paint.brushes.clone()?;
    brushes.brush.radius *= by;
    Some(Action::SetBrushes(Box::new(brushes)))
}
