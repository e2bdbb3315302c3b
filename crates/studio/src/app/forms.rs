//! Carries out actions of forms that need more than an edit: changes of types, files of fields, and new recipes.

use std::path::{Path, PathBuf};

use orogen_engine::nodes;
use orogen_engine::recipe::spec::NodeSpec;

use super::paint::mask_node;
use super::project::Project;
use super::{Studio, UnsavedPrompt};
use crate::action::{Action, FileUse};
use crate::document::{Document, Edit, NewNode, NodeKey, Retype, Wiring, file_param, new_field};
use crate::jobs::Imported;
use crate::panels::{FileDialog, Purpose};

impl Studio {
    /// Carries out an action of a form.
    pub(super) fn act_on_form(&mut self, action: Action) {
        match action {
            Action::SetNode { field, node } => self.set_node(field, node, None),
            Action::AddNode { node, wiring } => self.add_node(node, wiring, None),
            Action::NewMask => self.new_mask(),
            Action::ChooseFileFor(file_use) => self.choose_file_for(file_use),
            Action::UseFile(file_use, path) => {
                let file = self.written(&path);
                match file_use {
                    FileUse::Value { path, .. } => self.edit(&Edit::Word { path, value: file }),
                    FileUse::Type { field, node } => self.set_node(field, node, Some(&file)),
                    FileUse::NewField { node, wiring } => self.add_node(node, wiring, Some(&file)),
                }
            }
            _ => {}
        }
    }

    fn set_node(&mut self, field: String, node: &'static NodeSpec, file: Option<&str>) {
        if file.is_none() && file_param(node).is_some() {
            return self.choose_file_for(FileUse::Type { field, node });
        }
        let Some(project) = &mut self.project else { return };
        let Some(change) = project.document.retype(&field, node, file) else { return };
        self.edit(&change.edit);
        if let (None, Some(notice)) = (&self.notice, Retype::notice(&change, node.name)) {
            self.notice = Some((notice, false));
        }
    }

    fn add_node(&mut self, node: &'static NodeSpec, wiring: Option<Wiring>, file: Option<&str>) {
        if file.is_none() && file_param(node).is_some() {
            return self.choose_file_for(FileUse::NewField { node, wiring });
        }
        let Some(recipe) = self.project.as_ref().and_then(|project| project.document.recipe()) else {
            return;
        };
        match wiring {
            Some(wiring) => {
                let edit = NewNode::Field(node).edit(recipe, &wiring, file);
                edit.iter().for_each(|edit| self.edit(edit));
            }
            None => {
                let edit = new_field(recipe, node, file);
                self.add_field(&edit);
            }
        }
    }

    /// Adds a field, and opens its form. Returns its name; `None` if the recipe has an error.
    fn add_field(&mut self, edit: &Edit) -> Option<String> {
        let Edit::AddField { name, .. } = edit else { return None };
        self.edit(edit);
        let project = self.project.as_mut().filter(|project| project.document.error().is_none())?;
        project.graph_state.clicked = Some(name.clone());
        Some(name.clone())
    }

    /// Adds a painted mask, and starts painting it.
    fn new_mask(&mut self) {
        let Some(recipe) = self.project.as_ref().and_then(|project| project.document.recipe()) else {
            return;
        };
        let edit = mask_node(recipe).map(|node| new_field(recipe, node, None));
        let Some(name) = edit.and_then(|edit| self.add_field(&edit)) else { return };
        self.project.iter_mut().for_each(Project::update_shown);
        self.paint_target(Some(name));
    }

    /// Applies an edit, or shows why this is not possible.
    pub(super) fn edit(&mut self, edit: &Edit) {
        let Some(project) = &mut self.project else { return };
        match (project.document.apply(edit), edit) {
            (Err(error), _) => self.notice = Some((error.to_string(), true)),
            (Ok(()), Edit::RenameField { from, to }) => {
                project.rename_target(from, to);
                let [from, to] = [from, to].map(|name| NodeKey::Field(name.clone()));
                project.graph_state.rename(&from, &to);
            }
            (Ok(()), Edit::RenameMaterial { from, to }) => {
                let [from, to] = [from, to].map(|name| NodeKey::Material(name.clone()));
                project.graph_state.rename(&from, &to);
            }
            (Ok(()), _) => {}
        }
    }

    /// Applies an edit that resets a value, unless it would break the recipe: other values may have changed since.
    pub(super) fn reset(&mut self, edit: &Edit) {
        let document = self.project.as_ref().map(|project| &project.document);
        let error = document
            .filter(|document| document.error().is_none())
            .and_then(|document| document.error_after(edit));
        match error {
            Some(error) => self.notice = Some((format!("Not reset: {error}"), true)),
            None => self.edit(edit),
        }
    }

    fn choose_file_for(&mut self, file_use: FileUse) {
        let is_shapes = Some(file_use.node()) == nodes::registry().get("shapes");
        let purpose = if is_shapes { Purpose::Shapes } else { Purpose::Picture };
        self.file_dialog = Some(FileDialog::new(purpose, &self.current_folder().join("")));
        self.file_use = Some(file_use);
    }

    /// A path as the recipe writes it: relative to the recipe's folder if the file is there, so that both can move together.
    fn written(&self, path: &Path) -> String {
        let recipe = self.project.as_ref().and_then(|project| project.document.path());
        let inside = recipe.and_then(Path::parent).and_then(|folder| path.strip_prefix(folder).ok());
        let words =
            |path: &Path| path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        inside.map_or_else(|| path.display().to_string(), words)
    }

    /// Opens the recipe of a picture.
    pub(super) fn on_imported(&mut self, (path, text): Imported) {
        match text {
            Ok(_) if self.has_unsaved_changes() => self.ask_before_opening(path),
            Ok(text) => {
                let title = path.file_stem().unwrap_or_default().to_string_lossy();
                self.open(Document::new(title, text));
            }
            Err(error) => self.on_not_opened(&path, error),
        }
    }

    /// Asks about unsaved changes before a file that can be opened is, unless another such question is open.
    pub(super) fn ask_before_opening(&mut self, path: PathBuf) {
        self.close_open_dialog();
        self.unsaved_prompt.get_or_insert(UnsavedPrompt::Act(Action::OpenFile(path)));
    }

    /// Shows why a file cannot be opened: in the dialog in which it was chosen, or as a notice.
    pub(super) fn on_not_opened(&mut self, path: &Path, error: String) {
        if self.file_dialog.as_mut().is_some_and(|dialog| dialog.fail(path, &error)) {
            return;
        }
        if self.project.is_none() {
            self.show_start_page();
        }
        self.notice = Some((error, true));
    }

    /// Closes the dialog in which a file to open is chosen.
    pub(super) fn close_open_dialog(&mut self) {
        self.file_dialog.take_if(|dialog| dialog.purpose == Purpose::Open);
    }
}
