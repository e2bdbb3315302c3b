//! The texts of a frame, as they were drawn.

use crate::driver::Program;

/// The visible texts that were drawn within a rectangle, each with the height of its first row.
pub(crate) fn texts_in(program: &Program, area: egui::Rect) -> Vec<(String, f32)> {
    fn add(shape: &egui::Shape, clip: egui::Rect, found: &mut Vec<(String, f32)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, found)),
            egui::Shape::Text(text) => {
                let colour = text.galley.job.sections.first().map(|section| section.format.color);
                let is_visible = text.override_text_color.or(colour) != Some(egui::Color32::TRANSPARENT);
                if let Some(row) = text.galley.rows.first().filter(|_| is_visible)
                    && clip.contains(text.pos + row.rect().center().to_vec2())
                {
                    found.push((text.galley.job.text.clone(), row.rect().height()));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    for clipped in &program.output().shapes {
        add(&clipped.shape, clipped.clip_rect.intersect(area), &mut found);
    }
    found
}
