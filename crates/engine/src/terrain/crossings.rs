//! The terrain where columns cross rows that no grid has, such as the pixels of a web map.

use orogen_noise::basis::AnyBasis;
use orogen_noise::jet::Order;
use orogen_noise::level::Level;
use orogen_noise::noise::Dimension;
use orogen_noise::rows::STRIP;

use super::dimension::either;
use super::overlay::{Laid, always};
use super::row_maker::{ROWS_A_RUN, resize, write};
use super::{IsAPlanet, Terrain};
use crate::cpu::{PlanLine, PlanStrip, Worker};
use crate::patch::PatchSamples;
use crate::plan::Plan;
use crate::raster::Band;

impl Terrain {
    /// The terrain wherever a column, at an `x` in metres, crosses a row, at a `y`. A space is cut at the recipe's `z`. Columns and
    /// rows may have any distances; a [`Grid`](crate::raster::Grid) has even ones and begins at a multiple of them.
    ///
    /// The bits are those of [`sample`](Self::sample), which takes longer because it makes each row alone. One thread computes all
    /// samples, because callers make many small rasters at once. Without `slopes`, the band has heights only.
    ///
    /// # Errors
    /// The terrain is a [planet](Self::sphere): use a [`map`](Self::map).
    ///
    /// # Example
    /// ```
    /// use orogen_engine::image::NoImages;
    /// use orogen_engine::level::Level;
    /// use orogen_engine::recipe::{Recipe, Source};
    /// use orogen_engine::terrain::Terrain;
    ///
    /// let text = "orogen = 1\ndomain.size = 900\nheight.field = 'hills'\n[fields.hills]\ntype = 'fbm'\nwavelength = 300\n";
    /// let recipe = Recipe::parse(Source::new("hills", text), orogen_engine::nodes::registry())?;
    /// let terrain = Terrain::new(&recipe, &NoImages, 1.0)?;
    /// let band = terrain.crossings(Level::best(), [&[0.1, 7.3], &[-4.0, 0.5, 2.0]], false)?;
    /// let alone = terrain.sample::<f32>(Level::best(), &[[7.3, 0.5, 0.0]]);
    /// assert_eq!((band.columns, band.height.len(), f64::from(band.height[3])), (2, 6, alone[0].height));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn crossings(&self, level: Level, lines: [&[f64]; 2], slopes: bool) -> Result<Band, IsAPlanet> {
        self.check_grids()?;
        // An overlay changes slopes and heights together.
        let needed = slopes || self.overlay.is_some();
        let mut band = either!(&*self.plan, plan => crossings(plan, level, lines, self.z, needed));
        if let Some(laid) = &self.overlay {
            lay_on(laid, lines, self.z, &mut band);
        }
        if !slopes {
            resize(&mut band, lines[0].len(), lines[1].len(), false, self.others());
        }
        Ok(band)
    }
}

fn crossings<const D: usize>(plan: &Plan<D>, level: Level, [x, y]: [&[f64]; 2], z: f64, slopes: bool) -> Band
where
    AnyBasis: Dimension<D>,
{
    let mut band = Band::default();
    resize(&mut band, x.len(), y.len(), slopes, plan.others.len());
    let order = if slopes { Order::Gradient } else { Order::Value };
    let wanted = if slopes { usize::MAX } else { 1 };
    let line = |&y: &f64| PlanLine::new(plan, std::array::from_fn(|axis| [0.0, y, z][axis]));
    let lines: Vec<PlanLine<f32, D>> = y.iter().map(line).collect();
    let column = |&x: &f64| std::array::from_fn(|axis| if axis == 0 { x } else { 0.0 });
    let mut worker = Worker::new(plan);
    for (index, columns) in x.chunks(STRIP).enumerate() {
        let strip = PlanStrip::new(plan, &columns.iter().map(column).collect::<Vec<_>>());
        for (run, lines) in lines.chunks(ROWS_A_RUN).enumerate() {
            worker.run(plan, level, order, &strip, lines);
            for row in 0..lines.len() {
                let start = (run * ROWS_A_RUN + row) * x.len() + index * STRIP;
                let planes =
                    [&mut band.height, &mut band.dx, &mut band.dy].into_iter().chain(&mut band.others);
                let rows = planes.take(wanted).map(|plane| &mut plane[start..start + columns.len()]);
                write(plan, &worker, row, rows);
            }
        }
    }
    band
}

/// Applies an overlay to the samples of a band with slopes.
fn lay_on(laid: &Laid, [x, y]: [&[f64]; 2], z: f64, band: &mut Band) {
    let points: Vec<_> = y.iter().flat_map(|&y| x.iter().map(move |&x| [x, y, z])).collect();
    let [height, dx, dy] = [&mut band.height, &mut band.dx, &mut band.dy].map(std::mem::take);
    let (dz, others) = (vec![0.0; points.len()], std::mem::take(&mut band.others));
    let relief = PatchSamples { height, slopes: [dx, dy, dz], others };
    let relief = laid.on_places(&points, relief, &always);
    let relief = relief.unwrap_or_else(|| unreachable!("nothing ends it"));
    [band.dx, band.dy, _] = relief.slopes;
    (band.height, band.others) = (relief.height, relief.others);
}
