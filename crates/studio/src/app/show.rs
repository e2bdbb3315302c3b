//! One frame: the panels and dialogs, and the keys that have a meaning everywhere.

use std::time::Duration;

use egui::{
    CentralPanel, Context, Frame, Key, KeyboardShortcut, Modal, Modifiers, Panel, Ui, UiBuilder,
    ViewportCommand,
};

use super::Studio;
use super::easel::{Easel, largest_brush};
use crate::action::{Action, Draw};
use crate::eye::Eye;
use crate::panels::{
    self, Chosen, ExportDraft, ExportStep, Purpose, RecipeView, Running, Said, Start, Status, Table,
    ToolsView, View,
};
use crate::theme;

impl Studio {
    /// Shows the program.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.take_news(&ctx);
        let mut actions = self.keys(&ctx);
        self.dropped(&ctx, &mut actions);
        if ctx.input(|input| input.viewport().close_requested()) && !self.may_quit() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        }
        Panel::top("bar").exact_size(38.0).show(ui, |ui| {
            let easel = self.project.as_ref().map(|project| &project.easel);
            let strokes = easel.filter(|easel| easel.in_hand).map(Easel::can_undo_redo);
            let document = self.project.as_ref().map(|project| &project.document);
            panels::bar(ui, document, strokes, &mut actions);
        });
        if self.project.is_some() {
            self.workbench(ui, &mut actions);
        } else {
            self.start_page(ui, &mut actions);
        }
        self.dialogs(ui, &mut actions);
        for action in actions {
            self.act(action, &ctx);
        }
        self.ask(&ctx);
        #[cfg(feature = "sound")]
        self.listen(&ctx);
        self.name_window(&ctx);
        if let Some((folder, endings)) = self.chooser.as_ref().and_then(panels::Chooser::lacking) {
            self.files.list(folder, endings);
        }
    }

    /// The window is called after the recipe, and says whether that is saved.
    fn name_window(&mut self, ctx: &Context) {
        let title = match self.project.as_ref().map(|project| &project.document) {
            Some(document) if document.is_changed() => {
                format!("{} (changed) – Orogen studio", document.title())
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

    fn workbench(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
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
                sound: self.ears.view(),
                table: project.easel.kit.as_ref().map(|kit| Table {
                    kit,
                    in_hand: project.easel.in_hand,
                    strokes: project.easel.len(),
                    undone: project.easel.undone,
                    can_undo_redo: project.easel.can_undo_redo(),
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
        let exports = self.export_draft.is_some();
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
                    clicked = panels::map(ui, project.map.as_ref(), project.relief.as_deref(), project.eye);
                });
            }
            let view = View {
                picture: project.picture.as_ref(),
                eye: project.eye,
                sun: project.sun,
                relief: project.relief.as_deref(),
                marks: &project.marks,
                measuring: project.measuring,
                brush: project.easel.footprint(),
                exports,
                empty: if project.shown.is_some() && project.document.error().is_none() {
                    "The terrain is being made …"
                } else {
                    "No terrain: the recipe has a mistake."
                },
            };
            let mut place = ui.available_rect_before_wrap().shrink(8.0);
            let seen = panels::viewport(ui, &view, actions);
            // What is said stands over the view, which stays as large as it is, and leaves room for the compass.
            place.max.x -= 64.0;
            let mut over = ui.new_child(UiBuilder::new().max_rect(place));
            let said = Said {
                document: &project.document,
                warnings: &project.warnings,
                is_shown: project.relief.is_some(),
                no_strokes: project.easel.why_closed(),
                notice: notice.as_ref(),
            };
            panels::banners(&mut over, said, actions);
            (project.size, project.pointed) = (seen.size, seen.place);
        });
        if let Some(share) = clicked {
            self.look_at(share);
        }
    }

    fn status(&self) -> Status {
        let Some(project) = &self.project else { return Status::default() };
        let place = project.pointed.and_then(|place| Some((place, project.ground.as_ref()?.at(place)?)));
        let stands =
            self.no_device.is_some() || project.shown.is_none() || project.document.error().is_some();
        let busy = if stands { None } else { project.painting.words(self.gives_way()) };
        let device = match (&self.no_device, &self.device) {
            (Some(_), _) => "no graphics device: drafts only".to_owned(),
            (None, Some((name, software))) => {
                format!("{name}{}", if *software { " (on the processor)" } else { "" })
            }
            (None, None) => String::new(),
        };
        Status { place, globe: matches!(project.eye, Eye::Globe(_)), busy, device }
    }

    fn dialogs(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        self.export_dialog(ui, actions);
        if let Some(chooser) = &mut self.chooser {
            match panels::chooser(ui, chooser) {
                Some(Chosen::Path(path)) => {
                    match chooser.purpose {
                        Purpose::Open => actions.push(Action::OpenFile(path)),
                        Purpose::Save => actions.push(Action::SaveTo(path)),
                        #[cfg(feature = "sound")]
                        Purpose::Music => actions.push(self.ears.of_file(path)),
                        Purpose::Picture => {
                            let kit = self.project.as_mut().and_then(|project| project.easel.kit.as_mut());
                            kit.into_iter().for_each(|kit| kit.image = path.display().to_string());
                        }
                        Purpose::Folder => {
                            self.export_draft.iter_mut().for_each(|draft| draft.folder.clone_from(&path));
                        }
                    }
                    self.chooser = None;
                }
                Some(Chosen::Nothing) => {
                    self.chooser = None;
                    self.leaving = None;
                }
                None => {}
            }
        } else if self.leaving.is_some() {
            self.ask_about_changes(ui, actions);
        }
    }

    fn export_dialog(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let slow = self.paints_by_processor();
        let (Some(draft), Some(project), None) = (&mut self.export_draft, &self.project, &self.chooser)
        else {
            return;
        };
        // One question at a time.
        if self.leaving.is_some() {
            return;
        }
        let command =
            |draft: &panels::ExportDraft| Some(Self::order(project, draft).command(&project.called()?));
        let domain = project.shown.as_ref().map(|(_, recipe)| &recipe.domain);
        let choices = panels::Choices { targets: &self.targets, formats: &self.formats, domain };
        let running = match &mut self.export {
            // Frames take away from the export where the processor draws them.
            Some(export) => Running::Yes(export, Duration::from_millis(if slow { 700 } else { 100 })),
            None if self.queue.exports() => Running::Soon,
            None => Running::No,
        };
        match panels::export(ui, draft, choices, running, &command, actions) {
            ExportStep::Stay => {}
            ExportStep::Folder => self.chooser = Some(panels::Chooser::new(Purpose::Folder, &draft.folder)),
            ExportStep::Begin => actions.push(Action::Export),
            ExportStep::Close => {
                let here = self.here();
                if let (Some(project), Some(draft)) = (&mut self.project, self.export_draft.take()) {
                    let of = here.join(project.document.title());
                    project.exported = Some((of, ExportDraft { force: false, ..draft }));
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
            ui.heading(format!("Save the changes of {title}?"));
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                if ui.button("Save").clicked() {
                    actions.push(Action::Save);
                }
                if ui.button("Discard").clicked() {
                    self.leave(&ctx);
                }
                if ui.button("Cancel").clicked() {
                    self.leaving = None;
                }
            });
        });
        if modal.should_close() {
            self.leaving = None;
        }
    }

    /// Keys that have a meaning everywhere.
    fn keys(&self, ctx: &Context) -> Vec<Action> {
        const SHIFTED: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };
        let mut actions = Vec::new();
        if self.chooser.is_some() || self.export_draft.is_some() || self.leaving.is_some() {
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
        // Those with more modifiers come first, as the others would take them for theirs.
        let shortcuts = [
            (SHIFTED, Key::S, Action::SaveAs),
            (SHIFTED, Key::Z, Action::Redo),
            (Modifiers::COMMAND, Key::S, Action::Save),
            (Modifiers::COMMAND, Key::O, Action::ChooseFile),
            (Modifiers::COMMAND, Key::E, Action::AskExport),
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
                (Key::M, Action::Split(!project.split)),
                (Key::B, Action::Bookmark),
                (Key::X, Action::Exchange),
                (Key::Home, Action::See(project.home())),
                (Key::P, Action::TakeBrush(!project.easel.in_hand)),
            ];
            if project.measuring && ctx.input(|input| input.key_pressed(Key::Escape)) {
                actions.push(Action::Measure(false));
            }
            let pressed = |key| ctx.input(|input| input.key_pressed(key) && input.modifiers.is_none());
            actions.extend(plain.into_iter().filter(|(key, _)| pressed(*key)).map(|(_, action)| action));
            if project.easel.in_hand {
                actions.extend(brush_keys(&project.easel, &pressed));
            }
        }
        actions
    }

    /// Files that were dropped onto the window.
    fn dropped(&self, ctx: &Context, actions: &mut Vec<Action>) {
        if self.chooser.is_some() || self.export_draft.is_some() || self.leaving.is_some() {
            return;
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        actions.extend(dropped.map(Action::OpenFile));
    }
}

/// Keys of who holds a brush: its size, and to put it away.
fn brush_keys(easel: &Easel, pressed: &dyn Fn(Key) -> bool) -> Option<Action> {
    if pressed(Key::Escape) {
        let drops = easel.is_drawing();
        return Some(if drops { Action::Draw(Draw::Drop) } else { Action::TakeBrush(false) });
    }
    let by = match [Key::OpenBracket, Key::CloseBracket].map(pressed) {
        [true, _] => 0.8,
        [_, true] => 1.25,
        _ => return None,
    };
    let mut kit = easel.kit.clone()?;
    kit.brush.radius *= by;
    Some(Action::SetKit(Box::new(kit)))
}
