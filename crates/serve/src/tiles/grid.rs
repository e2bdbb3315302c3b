//! The vertices of a tile of a globe.

use glam::DVec3;
use orogen_engine::raster::Band;
use orogen_files::mesh::Diagonal;
use orogen_files::web::mercator;

use super::address::Address;
use super::ellipsoid::Ellipsoid;
use super::lines::Lines;

/// A grid of samples over a rectangle of longitude and latitude, row by row from the north.
pub(crate) struct GlobeGrid<'a> {
    pub(crate) tile: &'a Address,
    pub(crate) lines: &'a Lines,
    /// Heights, and slopes to the east and to the south.
    pub(crate) band: &'a Band,
    pub(crate) ellipsoid: Ellipsoid,
    /// The factor on slopes at each row: metres of the terrain for a true metre on the ellipsoid.
    pub(crate) slope_factors: Vec<f64>,
}

impl GlobeGrid<'_> {
    /// Samples along a side.
    pub(crate) fn side(&self) -> usize {
        self.lines.easts().len()
    }

    /// Longitude and latitude of a sample.
    pub(crate) fn place(&self, sample: usize) -> [f64; 2] {
        let (column, row) = (sample % self.side(), sample / self.side());
        [mercator::longitude(self.lines.easts()[column]), self.lines.latitudes()[row]]
    }

    /// The samples in metres from the centre of the globe.
    pub(crate) fn points(&self) -> Vec<DVec3> {
        let point = |(sample, &height)| self.ellipsoid.point(self.place(sample), f64::from(height));
        self.band.height.iter().enumerate().map(point).collect()
    }

    /// The unit normal of the ground at a sample.
    pub(crate) fn normal(&self, sample: usize) -> DVec3 {
        let [east, north, up] = Ellipsoid::axes(self.place(sample));
        let factor = self.slope_factors[sample / self.side()];
        let [dx, dy] = [&self.band.dx, &self.band.dy].map(|plane| f64::from(plane[sample]) * factor);
        (up - dx * east + dy * north).normalize()
    }

    /// The lowest and the highest sample.
    pub(crate) fn range(&self) -> [f32; 2] {
        let hull = |[least, most]: [f32; 2], &height: &f32| [least.min(height), most.max(height)];
        self.band.height.iter().fold([f32::INFINITY, f32::NEG_INFINITY], hull)
    }

    /// The triangles, counter-clockwise as seen from outside.
    pub(crate) fn triangles(&self) -> impl Iterator<Item = [usize; 3]> {
        let side = self.side();
        let cells = (0..side - 1).flat_map(move |row| (0..side - 1).map(move |column| row * side + column));
        cells.flat_map(move |nw| {
            let [ne, sw, se] = [nw + 1, nw + side, nw + side + 1];
            match Diagonal::of([nw, ne, sw, se].map(|sample| self.band.height[sample])) {
                Diagonal::Falling => [[nw, sw, se], [nw, se, ne]],
                Diagonal::Rising => [[nw, sw, ne], [ne, sw, se]],
            }
        })
    }
}
