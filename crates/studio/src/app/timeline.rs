//! One order of undo for changes of the recipe and for strokes, on the ground and on masks.
//!
//! The recipe and each session of strokes keep their own steps, and each step has the time at which it was made. Undo takes back
//! the newest step that is done, and redo brings back the oldest one that is undone. A new step drops the steps that were undone
//! before it.

use orogen_strokes::brush::Tool;

use super::Studio;
use super::paint::PaintSession;
use super::project::Project;
use crate::panels::{NextStep, Step, stroke_label};

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
    at: i64,
    step: NextStep,
}

impl Project {
    /// All steps in order.
    pub(super) fn steps(&self) -> Vec<Step> {
        let (versions, current) = self.document.history();
        let recipe = versions.enumerate().map(|(version, (label, at))| Step {
            label: label.to_owned(),
            at,
            is_done: version <= current,
        });
        let mut steps: Vec<_> = recipe.chain(self.sessions().flat_map(PaintSession::steps)).collect();
        steps.sort_by_key(|step| step.at);
        steps
    }

    /// What undo takes back and what redo brings back.
    pub(super) fn next_steps(&self) -> [Option<NextStep>; 2] {
        let is_drawing = self.sessions().any(PaintSession::is_drawing);
        [self.last_step(), self.undone_step()].map(|next| {
            let step = next?.step;
            Some(NextStep { is_ready: step.is_ready && !is_drawing, ..step })
        })
    }

    /// The newest step that is done.
    fn last_step(&self) -> Option<Next> {
        let (mut versions, current) = self.document.history();
        let version = versions.nth(current).filter(|_| current > 0);
        let recipe = version.map(|(label, at)| Next::recipe(label, at));
        let strokes = self.owned_sessions().filter_map(|(owner, session)| session.last_step(owner));
        recipe.into_iter().chain(strokes).max_by_key(|next| next.at)
    }

    /// The oldest step that is undone.
    fn undone_step(&self) -> Option<Next> {
        let (mut versions, current) = self.document.history();
        let recipe = versions.nth(current + 1).map(|(label, at)| Next::recipe(label, at));
        let strokes = self.owned_sessions().filter_map(|(owner, session)| session.undone_step(owner));
        recipe.into_iter().chain(strokes).min_by_key(|next| next.at)
    }

    fn owned_sessions(&self) -> impl Iterator<Item = (Owner, &PaintSession)> {
        [Owner::Paint, Owner::Parked].into_iter().zip(self.sessions())
    }

    /// Drops the steps that were undone before the newest step.
    pub(super) fn drop_undone_steps(&mut self) {
        let [version, next] = {
            let (mut versions, current) = self.document.history();
            [versions.nth(current), versions.next()].map(|version| version.map(|(_, at)| at))
        };
        let strokes = self.sessions().filter_map(|session| session.times.last().copied());
        let Some(newest) = version.into_iter().chain(strokes).max() else { return };
        if next.is_some_and(|at| at < newest) {
            self.document.forget_redo();
        }
        for session in [&mut self.paint].into_iter().chain(&mut self.parked) {
            session.undone.retain(|at| *at > newest);
        }
    }
}

impl Next {
    fn recipe(label: &str, at: i64) -> Self {
        Self { owner: Owner::Recipe, at, step: NextStep { label: label.to_owned(), is_ready: true } }
    }
}

impl PaintSession {
    /// The strokes as steps.
    fn steps(&self) -> Vec<Step> {
        let strokes = self.layer.iter().flat_map(|layer| layer.stroke_layer().strokes());
        let done = self.times.iter().zip(strokes).map(|(at, stroke)| (*at, Some(&stroke.brush.tool)));
        // The tool of an undone stroke is not known.
        let all = done.chain(self.undone.iter().rev().map(|at| (*at, None)));
        let step = |(index, (at, tool)): (usize, (i64, Option<&Tool>))| {
            let label = stroke_label(index + 1, tool, self.target.mask());
            Step { label, at, is_done: tool.is_some() }
        };
        all.enumerate().map(step).collect()
    }

    fn last_step(&self, owner: Owner) -> Option<Next> {
        let (at, number) = (*self.times.last()?, self.times.len());
        let stroke = self.layer.as_ref().and_then(|layer| layer.stroke_layer().strokes().nth(number - 1));
        let label = stroke_label(number, stroke.map(|stroke| &stroke.brush.tool), self.target.mask());
        let [is_ready, _] = self.can_undo_redo();
        Some(Next { owner, at, step: NextStep { label, is_ready } })
    }

    fn undone_step(&self, owner: Owner) -> Option<Next> {
        let at = *self.undone.last()?;
        let label = stroke_label(self.times.len() + 1, None, self.target.mask());
        let [_, is_ready] = self.can_undo_redo();
        Some(Next { owner, at, step: NextStep { label, is_ready } })
    }

    /// The number of strokes that were made until a time.
    fn count_until(&self, time: i64) -> usize {
        self.times.iter().chain(&self.undone).filter(|at| **at <= time).count()
    }
}

impl Studio {
    /// Takes back the last step.
    pub(super) fn undo(&mut self) {
        let Some(project) = &mut self.project else { return };
        if project.sessions().any(PaintSession::is_drawing) {
            return;
        }
        match project.last_step().map(|next| next.owner) {
            Some(Owner::Recipe) => project.document.undo(),
            Some(Owner::Paint) => self.undo_stroke(),
            Some(Owner::Parked) => self.with_parked(Self::undo_stroke),
            None => {}
        }
    }

    /// Brings back the step that was undone last.
    pub(super) fn redo(&mut self) {
        let Some(project) = &mut self.project else { return };
        if project.sessions().any(PaintSession::is_drawing) {
            return;
        }
        match project.undone_step().map(|next| next.owner) {
            Some(Owner::Recipe) => project.document.redo(),
            Some(Owner::Paint) => self.redo_stroke(),
            Some(Owner::Parked) => self.with_parked(Self::redo_stroke),
            None => {}
        }
    }

    /// Goes to the state after the steps until a time.
    pub(super) fn jump_to(&mut self, time: i64) {
        let Some(project) = &mut self.project else { return };
        let until = project.document.history().0.take_while(|(_, at)| *at <= time).count();
        // The oldest version cannot be undone.
        project.document.jump(until.saturating_sub(1));
        let jump = |studio: &mut Self| {
            let count = studio.project.as_ref().map_or(0, |project| project.paint.count_until(time));
            studio.jump_to_stroke(count);
        };
        jump(self);
        self.with_parked(jump);
    }
}
