//! One frame: panels and dialogs.

use egui::{CentralPanel, Context, Frame, Modal, Panel, Ui, UiBuilder, Vec2, ViewportCommand};

use super::Studio;
use super::paint::{largest_brush, mask_node};
use super::project::Project;
use crate::action::Action;
use crate::eye::Eye;
use crate::panels::{
    self, BrushPanel, FileChoice, GraphView, MapPanel, Messages, Purpose, RecipeView, Start, Status, Target,
    ToolsView, UndoView, View, mark,
};
use crate::shortcuts::Area;
use crate::theme;

/// The least width of a map beside the view.
const MAP_WIDTH: f32 = 280.0;

/// The panel of the map in this room: beside the view or, where this were too narrow, below it.
fn map_panel(room: Vec2) -> Panel {
    let beside = 0.45 * room.x;
    if beside < MAP_WIDTH {
        return Panel::bottom("map below").default_size(0.5 * room.y);
    }
    Panel::right("map").default_size(beside)
}

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
        let exporting = self.export_progress();
        Panel::top("bar").exact_size(38.0).show(ui, |ui| {
            let project = self.shown_project();
            let next = project.map_or([None, None], Project::next_steps);
            let steps = || project.map_or_else(Vec::new, Project::steps);
            let undo =
                |project: &Project| UndoView { next: &next, is_ready: project.can_undo(), steps: &steps };
            let document = project.map(|project| (&project.document, undo(project)));
            panels::bar(ui, document, exporting.as_deref(), &mut actions);
        });
        if self.shown_project().is_some() {
            self.project_page(ui, &mut actions);
        } else {
            self.start_page(ui, &mut actions);
        }
        self.show_tour(ui, &actions);
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

    fn start_page(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        CentralPanel::default().show(ui, |ui| {
            if let Some((text, bad)) = &self.notice {
                ui.colored_label(if *bad { theme::ERROR } else { theme::GOOD }, text);
            }
            let mut start = Start {
                presets: &self.presets,
                thumbnails: &self.start_thumbnails,
                open: self.project.as_ref().map(|project| project.document.title()),
                files: &self.start_files,
                state: &mut self.start_state,
            };
            panels::start(ui, &mut start, actions);
        });
    }

    fn project_page(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let status = self.status();
        Panel::bottom("status").exact_size(26.0).show(ui, |ui| panels::status(ui, &status));
        let Some(project) = &mut self.project else { return };
        Panel::left("recipe").default_size(352.0).size_range(300.0..=620.0).show(ui, |ui| {
            mark(ui, Target::Recipe, ui.max_rect());
            let view = RecipeView {
                document: &project.document,
                pictures: &project.pictures,
                spans: &self.spans,
                heights: project.height_field.as_ref().map(|field| field.domain_range.map(f64::from)),
                tab: &mut project.tab,
                open: project.graph_state.clicked.take(),
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
                walking: project.walking,
                measuring: project.measuring,
                measured: &measured,
                compared: project.compared.is_some(),
                beside: project.beside,
                seed: project.shown.as_ref().map_or(0, |(_, recipe)| recipe.seed),
                shown: [project.graph, project.split],
                home: project.home(),
                #[cfg(feature = "sound")]
                sound: self.sound.view(),
                brush_panel: project.paint.brushes.as_ref().map(|brushes| BrushPanel {
                    brushes,
                    mask: project.paint.target.mask(),
                    active: project.paint.active,
                    strokes: project.paint.len(),
                    has_ground_strokes: project.ground_paint().len() > 0,
                    stamps: &self.stamps,
                    largest: project.shown.as_ref().map_or(1.0, |(_, recipe)| largest_brush(recipe)),
                    fields: project.shown.as_ref().map(|(_, recipe)| &recipe.fields),
                    can_have_masks: project
                        .shown
                        .as_ref()
                        .is_some_and(|(_, recipe)| mask_node(recipe).is_some()),
                }),
            };
            panels::tools(ui, &view, actions);
        });
        self.middle(ui, actions);
    }

    fn middle(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let (notice, solving) = (self.notice.clone(), self.solving_state());
        let exports = self.export_form.is_some();
        let Some(project) = &mut self.project else { return };
        CentralPanel::default().frame(Frame::new().fill(theme::DEEP)).show(ui, |ui| {
            if project.graph {
                let height = 0.45 * ui.available_height();
                Panel::bottom("graph").default_size(height).resizable(true).frame(Frame::new()).show(
                    ui,
                    |ui| {
                        let view = GraphView {
                            document: &project.document,
                            pictures: &project.pictures,
                            state: &mut project.graph_state,
                        };
                        panels::graph(ui, view, actions);
                    },
                );
            }
            if let Some(profile) = &project.inspection.profile {
                Panel::bottom("profile").default_size(250.0).resizable(true).show(ui, |ui| {
                    panels::profile(ui, profile, actions);
                });
            }
            if let (true, Some((_, recipe))) = (project.split, &project.shown) {
                let inspection = &project.inspection;
                let panel = MapPanel {
                    view: &project.map_view(),
                    picture: inspection.map.as_ref().zip(inspection.texture.as_ref()),
                    error: inspection.error.as_deref(),
                    recipe,
                    eye: project.eye,
                    marks: &project.marks,
                    measuring: project.measuring,
                };
                let map = map_panel(ui.available_size()).resizable(true).frame(Frame::new());
                project.inspection.window = map.show(ui, |ui| panels::map(ui, &panel, actions)).inner;
            }
            if let (true, Some(comparison)) = (project.beside, &self.comparison) {
                let width = 0.5 * ui.available_width();
                let panel = Panel::right("compare").default_size(width).resizable(true).frame(Frame::new());
                panel.show(ui, |ui| {
                    let (picture, error) = (comparison.picture.as_ref(), comparison.error.as_deref());
                    panels::compare(ui, picture, error, project.eye, actions);
                });
            }
            let view = View {
                picture: project.picture.as_ref(),
                eye: project.eye,
                sun: project.sun,
                height_field: project.height_field.as_deref(),
                walking: project.walking,
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
            let whole = ui.available_rect_before_wrap();
            mark(ui, Target::View, whole);
            let mut area = whole.shrink(8.0);
            let seen = panels::viewport(ui, &view, actions);
            // Banners overlay the view without shrinking it, and leave room for the compass.
            area.max.x -= 64.0;
            let mut over = ui.new_child(UiBuilder::new().max_rect(area));
            let strokes_error = project.strokes_error();
            let messages = Messages {
                document: &project.document,
                warnings: &project.warnings,
                hidden: &project.hidden_warnings,
                is_shown: project.height_field.is_some(),
                no_strokes: strokes_error.as_ref().map(|(why, place)| (*why, place.as_str())),
                notice: notice.as_ref(),
            };
            // Banners come and go. Above them, the buttons keep their identity.
            if let Some(solving) = &solving {
                panels::solving(&mut over, solving, actions);
            }
            panels::banners(&mut over, messages, actions);
            if project.beside {
                panels::label(&over, whole, "A");
            }
            (project.size, project.pointed) = (seen.size, seen.place);
        });
    }

    fn status(&self) -> Status {
        let Some(project) = &self.project else { return Status::default() };
        let place = project.pointed.and_then(|place| Some((place, project.ground.as_ref()?.at(place)?)));
        let is_idle =
            self.no_device.is_some() || project.shown.is_none() || project.document.error().is_some();
        let busy = if is_idle { None } else { project.render.status(self.waits_for_export()) };
        let device = match (&self.no_device, &self.device) {
            (Some(why), _) => ["No graphics device: drafts only".to_owned(), why.clone()],
            (None, Some((name, software))) => {
                let short = name.split(" (").next().unwrap_or_default();
                [format!("{short}{}", if *software { " (CPU)" } else { "" }), name.clone()]
            }
            (None, None) => Default::default(),
        };
        let area = match (project.walking, project.paint.active) {
            (_, true) => Area::BrushInView,
            (true, false) => Area::Walk,
            (false, false) => Area::View,
        };
        Status { place, globe: matches!(project.eye, Eye::Globe(_)), area, busy, device }
    }

    fn dialogs(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        self.export_dialog(ui, actions);
        self.variation_sheet(ui, actions);
        self.help.take_if(|page| panels::help(ui, page));
        if let Some(file_dialog) = &mut self.file_dialog {
            match panels::file_dialog(ui, file_dialog) {
                Some(FileChoice::Path(path)) => {
                    // The dialog stays until the file is open, and shows why it cannot be opened.
                    let stays = file_dialog.purpose == Purpose::Open;
                    match file_dialog.purpose {
                        Purpose::Open => actions.push(Action::OpenFile(path)),
                        Purpose::Save => actions.push(Action::SaveTo(path)),
                        #[cfg(feature = "sound")]
                        Purpose::Music => actions.push(self.sound.of_file(path)),
                        Purpose::Picture | Purpose::Shapes if self.file_use.is_some() => {
                            let file_use = self.file_use.take();
                            actions.extend(file_use.map(|file_use| Action::UseFile(file_use, path)));
                        }
                        Purpose::Shapes => {}
                        Purpose::Picture => {
                            let brushes =
                                self.project.as_mut().and_then(|project| project.paint.brushes.as_mut());
                            brushes
                                .into_iter()
                                .for_each(|brushes| brushes.image = path.display().to_string());
                        }
                        Purpose::Folder => {
                            self.export_form.iter_mut().for_each(|draft| draft.set_folder(path.clone()));
                        }
                    }
                    self.file_dialog.take_if(|_| !stays);
                }
                Some(FileChoice::Nothing) => {
                    if file_dialog.purpose == Purpose::Open {
                        self.cancel_opening();
                    }
                    self.mask_to_paint = None;
                    (self.file_dialog, self.file_use) = (None, None);
                    self.unsaved_prompt = None;
                }
                None => {}
            }
        } else if self.unsaved_prompt.is_some() {
            self.ask_about_changes(ui, actions);
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

    /// Opens a file that was dropped onto the window.
    fn dropped(&self, ctx: &Context, actions: &mut Vec<Action>) {
        if self.has_dialog() {
            return;
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        actions.extend(dropped.map(Action::OpenFile));
    }
}
