//! The works that are timed. The unit of length is the distance between neighbouring samples.

/// Noise of one octave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    Perlin,
    Simplex,
    /// Distance to the nearest point of a jittered lattice.
    CellularF1,
    /// Distance to the second nearest minus distance to the nearest.
    CellularF2MinusF1,
}

/// How octaves are summed. Lacunarity is 2 and gain 0.5 in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    Fbm,
    Ridged,
    Billow,
    Damped,
    Swiss,
    Jordan,
}

/// The displacement of the samples before they are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Displaced {
    No,
    /// By fBm of four octaves along each axis, see [`WARP`]. Its time counts.
    Warped,
    /// By displacements that are computed before the measurement, with their derivatives.
    Given,
}

/// The positions of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// A grid of the plane.
    Plane,
    /// A grid on a plane in space that is oblique to all axes.
    Tilted,
    /// Random positions in a cube of space, in no order.
    Scattered,
    /// A grid on a plane in space along two axes.
    Slice,
    /// A patch of the surface of a sphere, with [`PATCH`] samples a side. A side is a thousandth of the radius.
    Patch,
}

/// Samples along a side of [`Places::Patch`].
pub(crate) const PATCH: usize = 65;

/// A displacement by fBm.
pub(crate) struct Warp {
    pub(crate) octaves: u32,
    pub(crate) wavelength: f32,
    pub(crate) strength: f32,
}

pub(crate) const WARP: Warp = Warp { octaves: 4, wavelength: 256.0, strength: 40.0 };

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) basis: Basis,
    pub(crate) sum: Sum,
    pub(crate) octaves: u32,
    /// The wavelength of the first octave.
    pub(crate) wavelength: f32,
    pub(crate) gradient: bool,
    pub(crate) displaced: Displaced,
    pub(crate) places: Places,
    /// Another work. The table compares Orogen's time per octave in both works.
    pub(crate) against: Option<&'static str>,
}

impl Work {
    /// Perlin noise of the plane.
    const fn plane(name: &'static str, sum: Sum, octaves: u32) -> Self {
        Self {
            name,
            basis: Basis::Perlin,
            sum,
            octaves,
            wavelength: 64.0,
            gradient: false,
            displaced: Displaced::No,
            places: Places::Plane,
            against: None,
        }
    }

    const fn space(name: &'static str, octaves: u32, places: Places) -> Self {
        Self { places, ..Self::plane(name, Sum::Fbm, octaves) }
    }

    const fn cells(name: &'static str, basis: Basis, places: Places) -> Self {
        Self { basis, wavelength: 32.0, ..Self::space(name, 1, places) }
    }

    const fn against(self, other: &'static str) -> Self {
        Self { against: Some(other), ..self }
    }

    const fn with_gradient(self) -> Self {
        Self { gradient: true, ..self }
    }

    const fn displaced(self, displaced: Displaced) -> Self {
        Self { displaced, ..self }
    }

    const fn wavelength(self, wavelength: f32) -> Self {
        Self { wavelength, ..self }
    }

    /// The number of planes of results: one for the value, and two for the gradient if the work has it.
    pub(crate) fn planes(&self) -> usize {
        if self.gradient { 3 } else { 1 }
    }

    /// A standard deviation below this would mean that hardly anything was computed. On a patch the standard deviation is
    /// small, because the octaves with the largest amplitudes are nearly constant there.
    pub(crate) fn least_deviation(&self) -> f64 {
        if self.places == Places::Patch { 1e-5 } else { 0.005 }
    }
}

const FBM: &str = "fBm 8 octaves, wavelength 64";
const FBM_GRADIENT: &str = "fBm 8, value + gradient";
const DISPLACED: &str = "fBm 10, given displacement, value + gradient";
const SCATTERED: &str = "3D fBm 8, scattered";
const F1_TILTED: &str = "3D cellular F1, tilted plane";
const F2_TILTED: &str = "3D cellular F2−F1, tilted plane";
const SWISS: &str = "swiss 10, value";
const JORDAN: &str = "jordan 10, value";

pub(crate) const WORKS: [Work; 24] = [
    Work::plane("Perlin 1 octave", Sum::Fbm, 1),
    Work::plane(FBM, Sum::Fbm, 8),
    Work::plane("fBm 8 octaves, wavelength 512", Sum::Fbm, 8).wavelength(512.0),
    Work::plane("ridged 8", Sum::Ridged, 8).against(FBM),
    Work::plane("billow 8", Sum::Billow, 8).against(FBM),
    Work::plane("damped 8", Sum::Damped, 8).against(FBM),
    Work::plane(FBM_GRADIENT, Sum::Fbm, 8).with_gradient().against(FBM),
    Work::plane(DISPLACED, Sum::Fbm, 10).with_gradient().displaced(Displaced::Given),
    Work::plane(SWISS, Sum::Swiss, 10).against(DISPLACED),
    Work::plane("swiss 10, value + gradient", Sum::Swiss, 10).with_gradient().against(SWISS),
    Work::plane(JORDAN, Sum::Jordan, 10).against(DISPLACED),
    Work::plane("jordan 10, value + gradient", Sum::Jordan, 10).with_gradient().against(JORDAN),
    Work::plane("fBm 8 displaced by 4 octaves", Sum::Fbm, 8).displaced(Displaced::Warped),
    Work { basis: Basis::Simplex, ..Work::plane("simplex fBm 8", Sum::Fbm, 8) },
    Work::space("3D fBm 8, tilted plane", 8, Places::Tilted),
    Work::space(SCATTERED, 8, Places::Scattered),
    // The finest octave has two samples per wavelength.
    Work::space("3D fBm 16, patch of a sphere", 16, Places::Patch).wavelength(65_536.0).against(SCATTERED),
    Work::cells(F1_TILTED, Basis::CellularF1, Places::Tilted),
    Work::cells("3D cellular F1, scattered", Basis::CellularF1, Places::Scattered),
    Work::cells("3D cellular F1, slice", Basis::CellularF1, Places::Slice).against(F1_TILTED),
    Work::cells(F2_TILTED, Basis::CellularF2MinusF1, Places::Tilted),
    Work::cells("3D cellular F2−F1, scattered", Basis::CellularF2MinusF1, Places::Scattered),
    Work::cells("3D cellular F2−F1, slice", Basis::CellularF2MinusF1, Places::Slice).against(F2_TILTED),
    Work::cells("2D cellular F1", Basis::CellularF1, Places::Plane),
];
