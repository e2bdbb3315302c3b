//! Maps of the terrain and its fields: what is shown, where, and in which colours.

mod colour;
mod histogram;

use orogen_engine::recipe::Recipe;

pub(crate) use colour::round_step;
pub use colour::{Shade, contour_interval, ramp};
pub use histogram::Histogram;

/// The number of pixels along the longest side of a map that is computed.
const MAX_PIXELS: f64 = 720.0;

/// The largest magnification of a map.
const MAX_ZOOM: f64 = 4096.0;

/// What a map shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MapSubject {
    /// The terrain.
    #[default]
    Terrain,
    /// A field of the recipe.
    Field(String),
}

/// How a map shows its subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MapMode {
    /// Values as colours, with shading.
    #[default]
    Values,
    /// Slopes in degrees. Values count as metres.
    Slope,
    /// Values as greys from 0 (black) to 1 (white). Values outside this range are blue or red.
    Mask,
}

/// Contents and position of a map. Positions are fractions of the width of the domain: to the right and down. A map of a planet
/// shows longitudes from −180° to 180°, and is half as high as it is wide.
#[derive(Clone, Debug, PartialEq)]
pub struct MapView {
    /// What it shows.
    pub subject: MapSubject,
    /// How it shows it.
    pub mode: MapMode,
    /// Whether there are contour lines.
    pub contours: bool,
    /// Whether the histogram is shown.
    pub histogram: bool,
    /// The position in the centre.
    pub centre: [f64; 2],
    /// Magnification, 1 for the whole domain.
    pub zoom: f64,
}

impl MapView {
    /// A map of the whole terrain. `height` is the height of the domain: 1, or 0.5 for a planet.
    pub fn new(height: f64) -> Self {
        Self {
            subject: MapSubject::Terrain,
            mode: MapMode::Values,
            contours: true,
            histogram: false,
            centre: [0.5, 0.5 * height],
            zoom: 1.0,
        }
    }

    /// Fractions of the width of the domain per point, on a panel of `size` points.
    pub fn scale(&self, size: [f64; 2], height: f64) -> f64 {
        (1.0 / size[0].max(1.0)).max(height / size[1].max(1.0)) / self.zoom
    }

    /// The map after a drag by some points.
    #[must_use]
    pub fn panned(&self, by: [f64; 2], scale: f64, height: f64) -> Self {
        let centre = [0, 1].map(|axis: usize| {
            (self.centre[axis] - scale * by[axis]).clamp(0.0, if axis == 0 { 1.0 } else { height })
        });
        Self { centre, ..self.clone() }
    }

    /// The map after a zoom by a factor. The position `fixed` stays in place.
    #[must_use]
    pub fn zoomed(&self, factor: f64, fixed: [f64; 2], height: f64) -> Self {
        let zoom = (self.zoom * factor).clamp(1.0, MAX_ZOOM);
        let ratio = self.zoom / zoom;
        let centre = [0, 1].map(|axis: usize| {
            let moved = fixed[axis] + ratio * (self.centre[axis] - fixed[axis]);
            moved.clamp(0.0, if axis == 0 { 1.0 } else { height })
        });
        Self { centre, zoom, ..self.clone() }
    }

    /// The part of the domain that a panel of `size` points shows, as left, top, right and bottom edges, and the number of
    /// columns and rows to compute. `None` if no part is visible.
    pub fn window(&self, size: [f64; 2], height: f64) -> Option<MapWindow> {
        let scale = self.scale(size, height);
        let [x0, y0, x1, y1] = [
            (self.centre[0] - 0.5 * scale * size[0]).max(0.0),
            (self.centre[1] - 0.5 * scale * size[1]).max(0.0),
            (self.centre[0] + 0.5 * scale * size[0]).min(1.0),
            (self.centre[1] + 0.5 * scale * size[1]).min(height),
        ];
        let sides = [(x1 - x0) / scale, (y1 - y0) / scale];
        if sides.iter().any(|side| *side < 1.0) {
            return None;
        }
        let coarser = (sides[0].max(sides[1]) / MAX_PIXELS).max(1.0);
        let pixels = sides.map(|side| (side / coarser).round().max(2.0) as usize);
        Some(MapWindow { edges: [x0, y0, x1, y1], pixels })
    }
}

/// A part of the domain, and its resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapWindow {
    /// Left, top, right and bottom edge, as in [`MapView`].
    pub edges: [f64; 4],
    /// Columns and rows.
    pub pixels: [usize; 2],
}

/// The height of the map of a recipe's domain, as a fraction of its width.
pub fn height_of_map(recipe: &Recipe) -> f64 {
    if recipe.domain.sphere().is_some() { 0.5 } else { 1.0 }
}

/// A recipe whose heights are the values of one field of another recipe. Strokes, water and materials apply to the terrain, not to
/// its fields.
pub fn field_alone(recipe: &Recipe, name: &str) -> Recipe {
    let mut recipe = recipe.clone();
    name.clone_into(&mut recipe.height.field);
    (recipe.height.scale, recipe.height.offset) = (1.0, 0.0);
    (recipe.sea, recipe.water, recipe.sculpt) = (None, None, None);
    recipe.materials.clear();
    recipe.scatter.clear();
    recipe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_domain_fits_and_zooms_keep_the_pointer_in_place() {
        let (size, height) = ([300.0, 200.0], 1.0);
        let view = MapView::new(height);
        let window = view.window(size, height).unwrap();
        assert_eq!((window.edges, window.pixels), ([0.0, 0.0, 1.0, 1.0], [200, 200]));
        let place = |view: &MapView, point: [f64; 2]| {
            let scale = view.scale(size, height);
            [0, 1].map(|axis| view.centre[axis] + scale * (point[axis] - 0.5 * size[axis]))
        };
        let point = [120.0, 60.0];
        let fixed = place(&view, point);
        let near = view.zoomed(8.0, fixed, height);
        let still = place(&near, point);
        assert!((0..2).all(|axis| (still[axis] - fixed[axis]).abs() < 1e-12), "{still:?} {fixed:?}");
        let window = near.window(size, height).unwrap();
        assert!(window.edges[2] - window.edges[0] < 0.2 && window.pixels == [300, 200]);
        let moved = near.panned([10.0, 0.0], near.scale(size, height), height);
        assert!(moved.centre[0] < near.centre[0], "the map follows the pointer");
    }

    #[test]
    fn a_map_that_is_moved_away_keeps_its_corner_in_sight() {
        let far = MapView::new(0.5).zoomed(4.0, [0.5, 0.25], 0.5).panned([1e6, 1e6], 0.01, 0.5);
        assert_eq!(far.centre, [0.0, 0.0]);
        assert!(far.window([100.0, 100.0], 0.5).is_some());
    }
}
