//! The heights that colours span. A palette and the tints of a map span all heights of the terrain, so one stroke over the highest
//! ground would change all colours. While strokes are drawn, colours keep the heights from before the first stroke. They follow
//! the heights again once a stroke is finished and has left the range by more than a margin, or if the recipe changes.
//!
//! The colours of planets are not held: pictures of planets have a range of their own, and a stroke seldom reaches the highest
//! ground.

use super::paint::PaintSession;
use super::project::Project;

/// The margin on both sides, as a share of the range.
const MARGIN: f32 = 0.1;

impl Project {
    /// The heights that colours span, if they are held.
    pub(super) fn colour_range(&self) -> Option<[f32; 2]> {
        self.held_range.filter(|(revision, _)| *revision == self.revision()).map(|(_, range)| range)
    }

    /// Holds the colours as they are. Call this when a stroke begins. The colours of an older ground are not held: they change as soon
    /// as the new ground is ready.
    pub(super) fn hold_colours(&mut self) {
        let (held, revision) = (self.colour_range(), self.revision());
        let plane = self.height_field.as_ref().filter(|height_field| height_field.sphere.is_none());
        if let (None, Some(height_field), true) = (held, plane, self.height_revision == revision) {
            self.held_range = Some((revision, height_field.domain_range));
        }
        self.inspection.hold_colours(revision);
    }

    /// Lets the colours follow the heights again if these have left the range. Call this when the ground has changed.
    pub(super) fn release_colours(&mut self) {
        let is_drawing = self.sessions().any(PaintSession::is_drawing);
        let Some(height_field) = self.height_field.as_ref().filter(|_| !is_drawing) else { return };
        if self.colour_range().is_none_or(|held| is_beyond(height_field.domain_range, held)) {
            self.held_range = None;
        }
    }
}

/// Whether heights leave a range by more than the margin.
fn is_beyond([low, high]: [f32; 2], [least, most]: [f32; 2]) -> bool {
    let margin = MARGIN * (most - least);
    low < least - margin || high > most + margin
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use orogen_engine::image::NoImages;

    use crate::app::paint::PaintSession;
    use crate::app::project::Project;
    use crate::document::{Document, Edit, path_of};
    use crate::height_field::HeightField;
    use crate::layer::BrushSet;

    fn project() -> (Project, Arc<HeightField>) {
        let text = include_str!("../../../orogen/recipes/downs.toml");
        let mut project = Project::new(Document::new("downs", text));
        project.update_shown();
        let ground = HeightField::new(project.document.recipe().unwrap(), &NoImages, 97).unwrap();
        let ground = Arc::new(ground);
        project.set_ground(project.revision(), Arc::clone(&ground), None);
        project.paint.brushes = Some(BrushSet::new(ground.size, 100.0));
        (project, ground)
    }

    /// The ground with a peak that is higher than its highest point by a share of its range.
    fn with_peak(ground: &HeightField, share: f32) -> Arc<HeightField> {
        let [low, high] = ground.domain_range;
        let (size, peak) = (ground.size, high + share * (high - low));
        let middle = |[x, y]: [f64; 2]| (x - 0.5 * size).hypot(y - 0.5 * size) < 0.05 * size;
        let heights = ground.heights().to_vec();
        let columns = ground.size_in_samples()[0];
        let height = |place, [row, column]: [usize; 2]| {
            if middle(place) { peak } else { heights[row * columns + column] }
        };
        Arc::new(ground.clone().with_heights(height))
    }

    fn end(project: &mut Project) {
        project.paint.cancel_stroke();
        assert!(!project.sessions().any(PaintSession::is_drawing));
    }

    #[test]
    fn colours_are_held_while_a_stroke_is_drawn_and_follow_if_it_leaves_the_range() {
        let (mut project, ground) = project();
        assert_eq!(project.colour_range(), None);
        let middle = [0.5 * ground.size; 2];
        let begin = |project: &mut Project| {
            project.begin_stroke(middle, 1.0, false).unwrap();
            assert_eq!(project.colour_range(), Some(ground.domain_range));
        };
        begin(&mut project);
        project.set_ground(project.revision(), with_peak(&ground, 0.5), None);
        assert_eq!(project.colour_range(), Some(ground.domain_range), "the stroke is not finished");
        end(&mut project);
        project.set_ground(project.revision(), with_peak(&ground, 0.05), None);
        assert_eq!(project.colour_range(), Some(ground.domain_range), "less than the margin");
        begin(&mut project);
        end(&mut project);
        project.set_ground(project.revision(), with_peak(&ground, 0.5), None);
        assert_eq!(project.colour_range(), None);
        project.set_ground(project.revision(), Arc::clone(&ground), None);
        begin(&mut project);
        end(&mut project);
        project.terrain_key();
        let spare = Edit::AddField { name: "spare".to_owned(), node: "constant".to_owned(), lines: vec![] };
        project.document.apply(&spare).unwrap();
        project.update_shown();
        project.terrain_key();
        assert_eq!(project.colour_range(), Some(ground.domain_range), "the same terrain");
        project.document.apply(&Edit::number(path_of("seed"), 99.0)).unwrap();
        project.update_shown();
        project.terrain_key();
        assert_eq!(project.colour_range(), None, "another recipe");
        project.begin_stroke(middle, 1.0, false).unwrap();
        assert_eq!(project.colour_range(), None, "the ground is still that of the recipe before");
    }
}
