//! Gives each frame at most one change of a mouse button.
//!
//! egui looks for the widget under the pointer once a frame. If a slow frame collects a press, movements and a release, the press
//! counts where the pointer is in the end, or not at all. So what follows a change of a button waits for the next frame.

use std::collections::VecDeque;

use egui::Event;

/// Events for later frames.
#[derive(Debug, Default)]
pub(super) struct PointerQueue {
    waiting: VecDeque<Event>,
}

impl PointerQueue {
    /// Leaves the events of this frame, and keeps those for later ones. Returns whether there are any.
    pub(super) fn split(&mut self, events: &mut Vec<Event>) -> bool {
        self.waiting.extend(events.drain(..));
        let change = self.waiting.iter().position(|event| matches!(event, Event::PointerButton { .. }));
        let count = change.map_or(self.waiting.len(), |at| at + 1);
        events.extend(self.waiting.drain(..count));
        !self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use egui::{Modifiers, PointerButton, Pos2};

    use super::*;

    #[test]
    fn a_frame_ends_with_a_change_of_a_button() {
        let moved = |x: f32| Event::PointerMoved(Pos2::new(x, 0.0));
        let button = |x: f32, pressed| Event::PointerButton {
            pos: Pos2::new(x, 0.0),
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let mut queue = PointerQueue::default();
        let mut frame = |mut events: Vec<Event>| (queue.split(&mut events), events);
        let quick =
            vec![moved(1.0), button(1.0, true), moved(2.0), moved(3.0), button(4.0, false), moved(5.0)];
        assert_eq!(frame(quick), (true, vec![moved(1.0), button(1.0, true)]));
        assert_eq!(frame(vec![Event::Copy]), (true, vec![moved(2.0), moved(3.0), button(4.0, false)]));
        assert_eq!(frame(vec![]), (false, vec![moved(5.0), Event::Copy]), "in the order in which they came");
        assert_eq!(frame(vec![moved(6.0), moved(7.0)]), (false, vec![moved(6.0), moved(7.0)]));
    }
}
