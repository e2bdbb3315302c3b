//! One order of undo for changes of the recipe and for strokes, on the ground and on masks.
//!
//! The recipe and each stroke file keep their own steps, and each step has a number in the [order](crate::document::order) of all
//! steps. Undo undoes the newest step that is done, and redo redoes the oldest one that is undone. A new step drops the steps that
//! were undone before it.
//!
//! Strokes are redone by another thread. Undo and redo wait until no session is busy. Strokes in a file that cannot be used are no
//! steps: they could not be undone.

use orogen_strokes::brush::Tool;

use super::Studio;
use super::paint::PaintSession;
use super::project::Project;
use crate::document::order;
use crate::panels::{Step, stroke_label};

/// What a step changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Recipe,
    /// The session in use.
    Paint,
    /// The parked session.
    Parked,
}

/// A step that undo or redo reaches next.
#[derive(Debug)]
struct Next {
    owner: Owner,
    order: i64,
    label: String,
}

impl Project {
    /// All steps in order. The first one is the recipe as it was opened, which includes the strokes of earlier sessions.
    pub(super) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<_> = self.owned_sessions().flat_map(|(_, session)| session.steps()).collect();
        let is_complete = steps.iter().all(|step| step.is_done || step.order > order::OPEN);
        let (versions, current) = self.document.history();
        steps.extend(versions.enumerate().map(|(version, (label, order))| Step {
            label: label.to_owned(),
            order,
            is_done: version <= current && (version > 0 || is_complete),
        }));
        steps.sort_by_key(|step| step.order);
        steps
    }

    /// What undo undoes and what redo redoes, in words.
    pub(super) fn next_steps(&self) -> [Option<String>; 2] {
        [self.last_step(), self.undone_step()].map(|next| Some(next?.label))
    }

    /// Whether steps can be undone and redone now.
    pub(super) fn can_undo(&self) -> bool {
        !self.owned_sessions().any(|(_, session)| session.is_busy())
    }

    /// The newest step that is done.
    fn last_step(&self) -> Option<Next> {
        let (mut versions, current) = self.document.history();
        let version = versions.nth(current).filter(|_| current > 0);
        let recipe = version.map(|(label, order)| Next::recipe(label, order));
        let strokes = self.owned_sessions().filter_map(|(owner, session)| session.last_step(owner));
        recipe.into_iter().chain(strokes).max_by_key(|next| next.order)
    }

    /// The oldest step that is undone.
    fn undone_step(&self) -> Option<Next> {
        let (mut versions, current) = self.document.history();
        let recipe = versions.nth(current + 1).map(|(label, order)| Next::recipe(label, order));
        let strokes = self.owned_sessions().filter_map(|(owner, session)| session.undone_step(owner));
        recipe.into_iter().chain(strokes).min_by_key(|next| next.order)
    }

    /// The sessions whose strokes are steps.
    fn owned_sessions(&self) -> impl Iterator<Item = (Owner, &PaintSession)> {
        let owned = [Owner::Paint, Owner::Parked].into_iter().zip(self.sessions());
        owned.filter(|(_, session)| session.file_error().is_none())
    }

    /// Drops the undone steps if a new step was made.
    pub(super) fn drop_undone_steps(&mut self) {
        let newest = self.newest_done();
        if newest <= self.newest {
            return;
        }
        self.newest = newest;
        self.document.forget_redo();
        let sessions = [&mut self.paint].into_iter().chain(&mut self.parked);
        let orders = sessions.map(|session| &mut session.orders).chain(self.orders.values_mut());
        orders.for_each(|orders| orders.forget_redo(newest));
    }

    fn newest_done(&self) -> i64 {
        let (mut versions, current) = self.document.history();
        let version = versions.nth(current).map(|(_, order)| order);
        let strokes = self.sessions().filter_map(|session| session.orders.done.last().copied());
        version.into_iter().chain(strokes).fold(order::OPEN, i64::max)
    }
}

impl Next {
    fn recipe(label: &str, order: i64) -> Self {
        Self { owner: Owner::Recipe, order, label: label.to_owned() }
    }
}

impl PaintSession {
    /// The strokes as steps.
    fn steps(&self) -> Vec<Step> {
        let strokes = self.layer.iter().flat_map(|layer| layer.stroke_layer().strokes());
        let done = self.orders.done.iter().zip(strokes).map(|(at, stroke)| (*at, Some(&stroke.brush.tool)));
        // The tool of an undone stroke is not known.
        let all = done.chain(self.orders.undone.iter().rev().map(|order| (*order, None)));
        let step = |(index, (order, tool)): (usize, (i64, Option<&Tool>))| {
            let label = stroke_label(index + 1, tool, self.target.mask());
            Step { label, order, is_done: tool.is_some() }
        };
        all.enumerate().map(step).collect()
    }

    fn last_step(&self, owner: Owner) -> Option<Next> {
        let (order, number) = (*self.orders.done.last()?, self.orders.done.len());
        let stroke = self.layer.as_ref().and_then(|layer| layer.stroke_layer().strokes().nth(number - 1));
        let label = stroke_label(number, stroke.map(|stroke| &stroke.brush.tool), self.target.mask());
        Some(Next { owner, order, label })
    }

    fn undone_step(&self, owner: Owner) -> Option<Next> {
        let order = *self.orders.undone.last().filter(|_| !self.has_unwritten_strokes())?;
        let label = stroke_label(self.orders.done.len() + 1, None, self.target.mask());
        Some(Next { owner, order, label })
    }
}

impl Studio {
    /// Undoes the last step.
    pub(super) fn undo(&mut self) {
        let Some(project) = self.project.as_mut().filter(|project| project.can_undo()) else { return };
        match project.last_step().map(|next| next.owner) {
            Some(Owner::Recipe) => project.document.undo(),
            Some(Owner::Paint) => self.undo_stroke(),
            Some(Owner::Parked) => self.with_parked(Self::undo_stroke),
            None => {}
        }
    }

    /// Redoes the step that was undone last.
    pub(super) fn redo(&mut self) {
        let Some(project) = self.project.as_mut().filter(|project| project.can_undo()) else { return };
        match project.undone_step().map(|next| next.owner) {
            Some(Owner::Recipe) => project.document.redo(),
            Some(Owner::Paint) => self.redo_stroke(),
            Some(Owner::Parked) => self.with_parked(Self::redo_stroke),
            None => {}
        }
    }

    /// Goes to the state after the step with this order.
    pub(super) fn jump_to(&mut self, order: i64) {
        let Some(project) = self.project.as_mut().filter(|project| project.can_undo()) else { return };
        let until = project.document.history().0.take_while(|(_, other)| *other <= order).count();
        // The oldest version cannot be undone.
        project.document.jump(until.saturating_sub(1));
        let jump = |studio: &mut Self| {
            let orders = studio.project.as_ref().map(|project| &project.paint.orders);
            studio.jump_to_stroke(orders.map_or(0, |orders| orders.count_until(order)));
        };
        jump(self);
        self.with_parked(jump);
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::paint::Orders;
    use super::*;
    use crate::document::{Document, Edit, path_of};

    /// A project with a change of the seed, then a stroke on the ground, then another change.
    fn project() -> Project {
        let mut project =
            Project::new(Document::new("downs", include_str!("../../../orogen/recipes/downs.toml")));
        project.paint = PaintSession::open_for_tests("ground.strokes");
        set_seed(&mut project, 2.0);
        project.paint.orders.done.push(order::next());
        set_seed(&mut project, 3.0);
        project.drop_undone_steps();
        project
    }

    fn set_seed(project: &mut Project, seed: f64) {
        project.document.apply(&Edit::number(path_of("seed"), seed)).unwrap();
        project.document.end_undo_group();
    }

    fn undo_stroke(project: &mut Project) {
        let order = project.paint.orders.done.pop().unwrap();
        project.paint.orders.undone.push(order);
    }

    /// A jump sets the text at once, while the other thread still redoes strokes. Nothing is dropped meanwhile.
    #[test]
    fn steps_that_are_still_redone_are_not_dropped() {
        let mut project = project();
        project.paint.orders.done.push(order::next());
        project.drop_undone_steps();
        project.document.jump(0);
        undo_stroke(&mut project);
        undo_stroke(&mut project);
        project.drop_undone_steps();
        let undone = project.paint.orders.undone.clone();
        project.document.jump(2);
        project.drop_undone_steps();
        assert_eq!((&project.paint.orders.undone, project.document.history().1), (&undone, 2));
        set_seed(&mut project, 4.0);
        project.drop_undone_steps();
        assert_eq!(
            (project.paint.orders.undone.len(), project.undone_step().is_none()),
            (0, true),
            "a new step"
        );
    }

    #[test]
    fn nothing_is_undone_while_strokes_are_on_their_way() {
        let mut project = project();
        assert!(project.can_undo());
        project.paint.redo_for_tests();
        assert!(!project.can_undo());
        project.paint = PaintSession::default();
        project.parked = Some(PaintSession::open_for_tests("forest.strokes"));
        assert!(project.can_undo());
        project.parked.iter_mut().for_each(PaintSession::redo_for_tests);
        assert!(!project.can_undo(), "the other session");
    }

    /// A stroke that waits for its ground is the last step. Without the file, there is nothing to redo.
    #[test]
    fn a_stroke_that_waits_can_be_undone() {
        let mut project = project();
        project.document.undo();
        undo_stroke(&mut project);
        assert_eq!(project.undone_step().map(|next| next.owner), Some(Owner::Paint));
        project.paint.wait_for_tests();
        assert_eq!(project.undone_step().map(|next| next.owner), Some(Owner::Recipe), "not the stroke");
        assert_eq!(project.last_step().map(|next| next.owner), Some(Owner::Paint));
        assert!(project.can_undo() && !project.paint.undo() && project.paint.orders.done.is_empty());
        assert_eq!(project.last_step().map(|next| next.owner), Some(Owner::Recipe));
    }

    /// Strokes in a file that cannot be used could not be undone, and changes of the recipe can.
    #[test]
    fn strokes_in_an_unusable_file_are_no_steps() {
        let mut project = project();
        project.document.undo();
        assert_eq!(project.last_step().map(|next| next.owner), Some(Owner::Paint));
        project.paint.lose_file_for_tests();
        project.paint.redo_for_tests();
        assert_eq!(project.last_step().map(|next| next.owner), Some(Owner::Recipe));
        assert!(project.can_undo());
        assert!(project.steps().iter().all(|step| !step.label.contains("Stroke")), "{:?}", project.steps());
    }

    /// The recipe as it was opened includes the strokes of earlier sessions. They can be undone and redone.
    #[test]
    fn strokes_of_earlier_sessions_come_before_open() {
        let mut project =
            Project::new(Document::new("downs", include_str!("../../../orogen/recipes/downs.toml")));
        project.paint = PaintSession::open_for_tests("ground.strokes");
        project.paint.orders = Orders::of_file(None, 1, 0);
        let listed = |project: &Project| -> Vec<_> {
            project.steps().iter().map(|step| (step.label.clone(), step.is_done)).collect()
        };
        assert_eq!(listed(&project).last(), Some(&("Open".to_owned(), true)));
        undo_stroke(&mut project);
        project.drop_undone_steps();
        assert_eq!(listed(&project), [("Stroke 1".to_owned(), false), ("Open".to_owned(), false)]);
        assert_eq!(project.undone_step().map(|next| next.owner), Some(Owner::Paint));
    }

    #[test]
    fn changes_before_and_after_a_stroke_are_two_steps() {
        let mut project = project();
        let seed = |seed| Edit::number(path_of("seed"), seed);
        let count = |project: &Project| project.document.history().0.len();
        let before = count(&project);
        project.document.apply(&seed(8.0)).unwrap();
        project.document.apply(&seed(9.0)).unwrap();
        assert_eq!(count(&project), before + 1, "a drag");
        project.begin_stroke([0.0; 2], 1.0, false).unwrap();
        project.document.apply(&seed(10.0)).unwrap();
        assert_eq!(count(&project), before + 2);
    }

    /// A mask that is painted again after another one keeps its place in the order; a new step drops what was undone of it.
    #[test]
    fn a_closed_file_keeps_its_orders() {
        let mut project = project();
        let orders = project.paint.orders.clone();
        let Project { paint, orders: kept, .. } = &mut project;
        paint.keep_orders(kept);
        assert_eq!(project.paint.orders, Orders::default());
        let file = PathBuf::from("ground.strokes");
        assert_eq!(project.orders.get(&file), Some(&orders));
        project.orders.insert(file.clone(), Orders { done: Vec::new(), undone: orders.done });
        project.drop_undone_steps();
        assert_eq!(project.orders[&file].undone.len(), 1, "nothing is new");
        set_seed(&mut project, 5.0);
        project.drop_undone_steps();
        assert_eq!(project.orders[&file].undone.len(), 0);
    }
}
