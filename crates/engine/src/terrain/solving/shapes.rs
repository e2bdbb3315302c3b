//! The method of `shapes`.

use std::sync::Arc;

use super::Solver;
use super::method::{Method, Numbers};
use crate::nodes::{detail, image, shapes};
use crate::recipe::spec::NodeSpec;
use crate::recipe::{Args, Domain, Field, RecipeError};
use crate::shapes::{MAX_SEGMENTS, MapPlace, Sampling, Segments, Shapes, sampled};
use crate::solved::{Edge, Fit, ResultSpec, SolverGrid};

/// Distances to lines and polygons.
pub(super) struct ShapesMethod;

/// Splines between the numbers: they do not overshoot at the crease along a line, and lines far apart do not mix.
const RESULTS: [ResultSpec; 5] = [
    (None, Fit::Between),
    (Some(shapes::SIDE), Fit::Between),
    (Some(shapes::HEIGHT), Fit::Between),
    (Some(shapes::ALONG), Fit::Between),
    (Some(shapes::INSIDE), Fit::Between),
];

impl Method for ShapesMethod {
    fn node(&self) -> &'static NodeSpec {
        &shapes::SPEC
    }

    fn version(&self) -> u32 {
        2
    }

    fn grid(&self, args: &Args, domain: &Domain) -> Result<SolverGrid, RecipeError> {
        detail::grid(args, domain, detail::spacing(args, domain), 0.0)
    }

    fn results(&self) -> &[ResultSpec] {
        &RESULTS
    }

    fn numbers(
        &self,
        solver: &Solver<'_>,
        field: &Field,
        grid: SolverGrid,
        _halvings: u32,
    ) -> Result<Numbers, RecipeError> {
        let shapes = solver.shapes(field)?;
        let period = grid.repeats.then_some(solver.recipe.domain.size);
        let segments = Segments::new(&shapes, period).ok_or_else(|| {
            let message = format!(
                "its shapes and their copies have more than {MAX_SEGMENTS} segments, which is too many"
            );
            field.args.error("file", message, "simplify the shapes, or crop them to the domain")
        })?;
        if segments.is_empty() {
            let help = "draw lines and outlines that are longer than 0 m";
            return Err(field.args.error("file", "its lines have no length", help));
        }
        let (side, spacing, corner) = (grid.crop_side, grid.spacing, grid.crop_corner());
        let wanted = |done| solver.images.solving(&field.name, done);
        sampled(&shapes, &segments, Sampling { side, spacing, corner, period }, &wanted)
            .map(Numbers::from)
            .ok_or_else(|| solver.stopped(field))
    }

    fn edge(&self, _args: &Args, grid: SolverGrid, _numbers: &[f32]) -> Edge {
        if grid.repeats { Edge::Repeats } else { Edge::Continues }
    }
}

/// The EPSG code of Web Mercator. The domain gets the size on the ground of such a picture, and not that of its map.
const WEB_MERCATOR: u32 = 3857;

impl Solver<'_> {
    /// The shapes of a field.
    pub(super) fn shapes(&self, field: &Field) -> Result<Arc<Shapes>, RecipeError> {
        let args = &field.args;
        let place = if shapes::needs_place(args) { self.map_place()? } else { MapPlace::default() };
        let reading = shapes::reading(args, place)?;
        let read = self.images.shapes(args.file("file"), &reading);
        let read = read.map_err(|(message, help)| args.error("file", message, help))?;
        let height = format!("{}.{}", field.name, shapes::HEIGHT);
        let is_flat = || {
            let mut lines = read.shapes.iter().flat_map(|shape| shape.polylines());
            lines.any(|line| line.heights.is_none())
        };
        if self.recipe.fields.contains_key(&height) && is_flat() {
            let message = format!("the recipe reads `{height}`, but some shapes in the file have no heights");
            let help = "give each position a third number, or each feature a property `height`";
            return Err(args.error("file", message, help));
        }
        Ok(read)
    }

    /// The place of the domain on a map, according to the first georeferenced picture in the text of the recipe.
    fn map_place(&self) -> Result<MapPlace, RecipeError> {
        let mut pictures: Vec<_> =
            self.recipe.fields.values().filter(|field| image::is_image(field.spec)).collect();
        pictures.sort_by_key(|field| field.span.start);
        for field in pictures {
            image::load(&field.args, &self.images)?;
            let Some(place) = self.images.map_place(field.args.file("file")) else { continue };
            if place.crs == Some(WEB_MERCATOR) {
                let message =
                    "shapes cannot be placed over it: lengths in Web Mercator are not lengths on the ground";
                let help = "project it to UTM: `gdalwarp -t_srs EPSG:32632 IN.tif OUT.tif` for 6° to 12° east; or set \
                            coordinates = \"local\" in the shapes if they are in metres of the domain";
                return Err(field.args.error("file", message, help));
            }
            let [x, y] = ["x", "y"].map(|name| field.args.number(name));
            let origin = place.origin.map(|[east, north]| [east - x, north + y]);
            return Ok(MapPlace { origin, ..place });
        }
        Ok(MapPlace::default())
    }
}

/// Adds words that identify shapes.
pub(super) fn words(shapes: &Shapes, add: &mut dyn FnMut(u64)) {
    for shape in &shapes.shapes {
        add(shape.polylines().len() as u64);
        add(u64::from(matches!(shape, crate::shapes::Shape::Polygon(_))));
        for line in shape.polylines() {
            add(line.points.len() as u64);
            line.points.iter().flatten().for_each(|number| add(number.to_bits()));
            add(u64::from(line.heights.is_some()));
            line.heights.iter().flatten().for_each(|number| add(number.to_bits()));
        }
    }
}
