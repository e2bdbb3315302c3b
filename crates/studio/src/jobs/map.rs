//! Maps: rasters of the terrain or of a field, for the visible part of the domain.

use std::sync::Arc;

use orogen_engine::generate::SharedImages;
use orogen_engine::level::Level;
use orogen_engine::planet::DirectionGrid;
use orogen_engine::raster::{Band, Grid};
use orogen_engine::recipe::Recipe;
use orogen_engine::terrain::Terrain;

use super::image_cache::ImageCache;
use super::request_worker::RequestWorker;
use super::stoppable::Stoppable;
use super::{Newest, Urgency, Waker};
use crate::draft::Rgba;
use crate::host::Host;
use crate::layer::Layers;
use crate::map::{Histogram, MapMode, MapSubject, MapWindow, Shade, contour_interval, field_alone};

/// Rows between two looks for a newer request.
const ROWS: usize = 24;

/// A request for a map.
#[derive(Clone, Debug)]
pub struct MapRequest {
    /// The revision of the recipe, which identifies it.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// The strokes.
    pub layers: Layers,
    /// What the map shows.
    pub subject: MapSubject,
    /// How it shows it.
    pub mode: MapMode,
    /// The values that the colours span. `None`: those in the picture.
    pub colour_range: Option<[f64; 2]>,
    /// Whether to draw contour lines.
    pub contours: bool,
    /// The part of the domain.
    pub window: MapWindow,
}

/// A map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPicture {
    /// What it shows.
    pub subject: MapSubject,
    /// How it shows it.
    pub mode: MapMode,
    /// Left, top, right and bottom edge, as in [`MapWindow`].
    pub edges: [f64; 4],
    /// The picture.
    pub picture: Rgba,
    /// The lowest and the highest value that the colours span.
    pub colour_range: [f64; 2],
    /// Whether they were given, and not those in the picture.
    pub is_held: bool,
    /// The distance between contour lines, if there are any.
    pub interval: Option<f64>,
    /// The values in the picture: heights in metres, values of the field, or slopes in degrees.
    pub histogram: Histogram,
}

/// Makes maps on its own thread.
#[derive(Debug)]
pub struct MapWorker(RequestWorker<MapRequest, MapResult>);

/// The revision of a recipe, and its map, or why there is none.
pub(crate) type MapResult = (u64, Result<MapPicture, String>);

impl MapWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        RequestWorker::new("maps", Urgency::Later, waker, move |requests, send| work(&*host, requests, send))
            .map(Self)
    }

    /// Requests a map. This request replaces any earlier one.
    pub fn request(&self, request: MapRequest) {
        self.0.request(request);
    }

    /// Results since the last call.
    pub fn results(&self) -> impl Iterator<Item = MapResult> {
        self.0.results()
    }
}

fn work(host: &dyn Host, requests: &Newest<MapRequest>, send: &dyn Fn(MapResult)) {
    let mut cache = ImageCache::default();
    while let Some(request) = requests.take() {
        let images = cache.of(host, request.revision, &request.recipe);
        if let Some(result) = map(&request, images, &|| requests.is_stale()).transpose() {
            if result.is_err() {
                cache.clear();
            }
            send((request.revision, result));
        }
    }
}

/// Makes a map. `None` if it is not wanted any more.
fn map(
    request: &MapRequest,
    images: SharedImages,
    is_stale: &(dyn Fn() -> bool + Sync),
) -> Result<Option<MapPicture>, String> {
    let (recipe, layers) = match &request.subject {
        MapSubject::Field(name) => {
            (Arc::new(field_alone(&request.recipe, name)), request.layers.only_masks())
        }
        MapSubject::Terrain => (request.layers.recipe(&request.recipe), request.layers.clone()),
    };
    let images = layers.images(&recipe, images);
    let MapWindow { edges, pixels: [columns, rows] } = request.window;
    let spacing = (edges[2] - edges[0]) * recipe.domain.size / columns as f64;
    // A field that is solved may take long.
    let stoppable = Stoppable { images: &images, go_on: &|| !is_stale() };
    let terrain = match Terrain::new(&recipe, &stoppable, spacing) {
        Ok(terrain) => terrain,
        Err(_) if is_stale() => return Ok(None),
        Err(error) => return Err(error.message),
    };
    let Some((samples, edges)) = sampled(&terrain, request.window, recipe.domain.size, is_stale)? else {
        return Ok(None);
    };
    let Band { height, dx, dy, .. } = &samples;
    let slopes: Vec<f32>;
    let values = if request.mode == MapMode::Slope {
        let degrees = |(dx, dy): (&f32, &f32)| libm::atanf(dx.hypot(*dy)).to_degrees();
        slopes = dx.iter().zip(dy).map(degrees).collect();
        &slopes
    } else {
        height
    };
    let histogram = Histogram::of(values).ok_or("the map is empty")?;
    let [low, high] = Histogram::of(height).map_or([0.0; 2], |heights| heights.range);
    let interval = request.contours.then(|| contour_interval([low, high]));
    let sea = recipe.sea.as_ref().map(|sea| sea.level);
    // Sea floors use no colours of the ramp.
    let low = sea.map_or(low, |sea| low.max(sea.min(high)));
    let range = request.colour_range.unwrap_or([low, high]);
    let shade = Shade { mode: request.mode, range, interval, spacing, sea };
    let pixel = |at: usize| shade.colour(f64::from(height[at]), [f64::from(dx[at]), f64::from(dy[at])]);
    let bytes = (0..height.len()).flat_map(pixel).collect();
    Ok(Some(MapPicture {
        subject: request.subject.clone(),
        mode: request.mode,
        edges,
        picture: Rgba { size: [columns, rows], bytes },
        colour_range: range,
        is_held: request.colour_range.is_some(),
        interval,
        histogram,
    }))
}

/// Heights and slopes, and the edges of the pixels. On a plane, samples lie on multiples of the spacing, up to half a pixel from
/// the requested window.
fn sampled(
    terrain: &Terrain,
    MapWindow { edges, pixels: [columns, rows] }: MapWindow,
    size: f64,
    is_stale: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Band, [f64; 4])>, String> {
    if terrain.sphere().is_some() {
        let [west, east] = [edges[0], edges[2]].map(|along| 360.0 * along - 180.0);
        let [north, south] = [edges[1], edges[3]].map(|down| (90.0 - 360.0 * down).clamp(-90.0, 90.0));
        let grid = DirectionGrid::rectangle([south, west, north, east], columns, rows)
            .map_err(|error| error.to_string())?;
        let maker = terrain.map(Level::best(), grid).map_err(|error| error.to_string())?;
        let all = in_bands(rows, is_stale, &|first, rows, band| maker.make(first, rows, true, band));
        return Ok(all.map(|band| (band, edges)));
    }
    let spacing = (edges[2] - edges[0]) * size / columns as f64;
    let [first_column, first_row] =
        [edges[0], edges[1]].map(|edge| (edge * size / spacing + 0.5).round() as i64);
    let grid = Grid { first_column, first_row, columns, rows, spacing };
    let maker = terrain.rows(Level::best(), grid).map_err(|error| error.to_string())?;
    let all = in_bands(rows, is_stale, &|first, rows, band| maker.make(first, rows, true, band));
    let [left, top] = [grid.x(0), grid.y(0)].map(|at| (at - 0.5 * spacing) / size);
    let pixel = spacing / size;
    let edges = [left, top, left + columns as f64 * pixel, top + rows as f64 * pixel];
    Ok(all.map(|band| (band, edges)))
}

/// Makes all rows. `None` if they are not wanted any more.
fn in_bands(
    rows: usize,
    is_stale: &(dyn Fn() -> bool + Sync),
    make: &dyn Fn(usize, usize, &mut Band),
) -> Option<Band> {
    let (mut all, mut band) = (Band::default(), Band::default());
    for first in (0..rows).step_by(ROWS) {
        if is_stale() {
            return None;
        }
        make(first, ROWS.min(rows - first), &mut band);
        all.height.extend(&band.height);
        all.dx.extend(&band.dx);
        all.dy.extend(&band.dy);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    fn request(domain: &str, edges: [f64; 4], pixels: [usize; 2]) -> MapRequest {
        let text = format!(
            "orogen = 1\ndomain = {{ {domain} }}\nheight = {{ field = \"hills\", scale = 50.0 }}\n\
             [fields.hills]\ntype = \"fbm\"\nwavelength = 300.0\noctaves = 4\n"
        );
        let recipe = Arc::new(Recipe::parse(Source::new("test", text), nodes::registry()).unwrap());
        let window = MapWindow { edges, pixels };
        let (subject, mode) = (MapSubject::Terrain, MapMode::Values);
        let (revision, layers, colour_range) = (1, Layers::default(), None);
        MapRequest { revision, recipe, layers, subject, mode, colour_range, contours: true, window }
    }

    fn made(request: &MapRequest) -> MapPicture {
        map(request, Arc::new(NoImages), &|| false).unwrap().unwrap()
    }

    #[test]
    fn a_part_of_a_map_is_the_same_ground_in_more_detail() {
        for (domain, height) in [("size = 1000.0", 1.0), ("kind = \"planet\", radius = 1000.0", 0.5)] {
            let whole = made(&request(domain, [0.0, 0.0, 1.0, height], [120, (120.0 * height) as usize]));
            let part = made(&request(
                domain,
                [0.25, 0.25 * height, 0.5, 0.5 * height],
                [120, (120.0 * height) as usize],
            ));
            let [low, high] = whole.histogram.range;
            assert!(high - low > 20.0, "{:?}", whole.histogram.range);
            let inside = part.histogram.range;
            assert!(inside[0] > low - 5.0 && inside[1] < high + 5.0, "{inside:?} in {:?}", [low, high]);
            assert!(inside[1] - inside[0] < high - low);
            let off = (part.edges[0] - 0.25).abs();
            assert!(off < 0.01, "{:?}", part.edges);
        }
    }

    /// While a stroke is drawn, the colours elsewhere stay.
    #[test]
    fn held_colours_do_not_follow_the_values() {
        let mut wanted = request("size = 1000.0", [0.0, 0.0, 1.0, 1.0], [60, 60]);
        let free = made(&wanted);
        wanted.colour_range = Some(free.colour_range);
        let held = made(&wanted);
        assert_eq!((held.picture, held.is_held), (free.picture.clone(), true));
        wanted.colour_range = Some([-500.0, 500.0]);
        let other = made(&wanted);
        assert_eq!(other.colour_range, [-500.0, 500.0]);
        assert!(other.picture != free.picture && other.histogram == free.histogram);
    }

    #[test]
    fn fields_have_their_own_values_and_slopes_are_in_degrees() {
        let mut wanted = request("size = 1000.0", [0.0, 0.0, 1.0, 1.0], [60, 60]);
        let heights = made(&wanted).histogram.range;
        wanted.subject = MapSubject::Field("hills".to_owned());
        let values = made(&wanted).histogram.range;
        assert!((heights[1] - 50.0 * values[1]).abs() < 1e-3, "{heights:?} {values:?}");
        wanted.subject = MapSubject::Terrain;
        wanted.mode = MapMode::Slope;
        let slopes = made(&wanted).histogram.range;
        assert!(slopes[0] >= 0.0 && slopes[1] > 10.0 && slopes[1] < 80.0, "{slopes:?}");
        assert_eq!(map(&wanted, Arc::new(NoImages), &|| true), Ok(None), "it is not wanted any more");
    }
}
