//! The composition of a planet's air.

/// The air of a planet: molecules, haze and an ozone layer, over ground of one colour. Densities depend only on height.
/// Colours are red, green and blue of linear sRGB; the sun is white.
///
/// Each number is clamped to its possible range when the air is used; NaN counts as the lower end of the range.
///
/// ```
/// use orogen_view::Atmosphere;
///
/// let hazy = Atmosphere { haze: 8.0, ..Atmosphere::EARTH };
/// assert!(hazy.radius == 6_371_000.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Atmosphere {
    /// Radius of the planet in metres, at least 1 km.
    pub radius: f32,
    /// Height of the top of the air in metres, at least 1 m.
    pub top: f32,
    /// Scattering by molecules at height 0, per metre.
    pub rayleigh: [f32; 3],
    /// Scale height of molecules in metres: density falls to 1/e over this height.
    pub rayleigh_height: f32,
    /// Scattering by haze at height 0, per metre.
    pub mie: [f32; 3],
    /// Absorption by haze at height 0, per metre.
    pub mie_absorption: [f32; 3],
    /// Scale height of haze, in metres.
    pub mie_height: f32,
    /// Mean cosine of the scattering angle of haze, -0.98 to 0.98. 0 is isotropic; with 0.98, light hardly changes its
    /// direction.
    pub asymmetry: [f32; 3],
    /// Multiplier of the haze: 1 is the amount of `mie` and `mie_absorption`, 0 is no haze.
    pub haze: f32,
    /// Absorption by ozone in the middle of its layer, per metre.
    pub ozone: [f32; 3],
    /// Height of the middle of the ozone layer, in metres.
    pub ozone_height: f32,
    /// Half the thickness of the ozone layer in metres. The density falls linearly from the middle of the layer to 0 at its
    /// edges.
    pub ozone_width: f32,
    /// Mean albedo of the ground.
    pub ground: [f32; 3],
}

impl Atmosphere {
    /// The Earth's air on a clear day.
    ///
    /// Molecules: A. Bucholtz, Rayleigh-scattering calculations for the terrestrial atmosphere (1995). The coefficients at
    /// sea level are from his fit. The scale height follows from these coefficients and his optical depths. Haze: E.
    /// Bruneton, Precomputed Atmospheric Scattering: a New Implementation (2017), and S. Hillaire (2020). Ozone: 300 Dobson
    /// units, 5e-25 m² a molecule at 600 nm.
    ///
    /// Coefficients of molecules and ozone are integrated over all wavelengths, in the light of a black body of 5778 K. The
    /// result is in linear sRGB (with the observer of C. Wyman, P. Sloan and P. Shirley, Simple Analytic Approximations to the
    /// CIE XYZ Color Matching Functions (2013)). So the colour of a thin layer of air is exact, and the colours of thick layers
    /// have errors of a few percent. With three single wavelengths, the sky would be too blue by day and purple at dusk,
    /// because ozone would absorb too little orange.
    pub const EARTH: Self = Self {
        radius: 6_371_000.0,
        top: 100_000.0,
        rayleigh: [6.032e-6, 11.632e-6, 28.193e-6],
        rayleigh_height: 8_463.0,
        mie: [3.996e-6; 3],
        mie_absorption: [0.444e-6; 3],
        mie_height: 1_200.0,
        asymmetry: [0.8; 3],
        haze: 1.0,
        ozone: [2.620e-6, 1.673e-6, 0.0],
        ozone_height: 25_000.0,
        ozone_width: 15_000.0,
        ground: [0.3; 3],
    };

    /// The air of Mars: hardly any molecules, and dust of optical depth 0.5. The dust absorbs more blue light than red light,
    /// and scatters blue light into a narrower cone than red light. So the sky is butterscotch, but blue around a low sun.
    ///
    /// Albedo and asymmetry of the dust: about as in M. Tomasko and others, Properties of dust in the Martian
    /// atmosphere from the Imager on Mars Pathfinder (1999).
    pub const MARS: Self = Self {
        radius: 3_389_500.0,
        top: 120_000.0,
        rayleigh: [0.08e-6, 0.15e-6, 0.36e-6],
        rayleigh_height: 11_100.0,
        mie: [42.5e-6, 37.5e-6, 32.5e-6],
        mie_absorption: [2.5e-6, 7.5e-6, 12.5e-6],
        mie_height: 11_100.0,
        asymmetry: [0.66, 0.70, 0.78],
        haze: 1.0,
        ozone: [0.0; 3],
        ozone_height: 25_000.0,
        ozone_width: 15_000.0,
        ground: [0.27, 0.15, 0.08],
    };

    /// No air, over grey ground like the Moon's.
    pub const NONE: Self = Self {
        radius: 1_737_400.0,
        top: 1.0,
        rayleigh: [0.0; 3],
        mie: [0.0; 3],
        mie_absorption: [0.0; 3],
        ozone: [0.0; 3],
        ground: [0.12; 3],
        ..Self::EARTH
    };

    /// The same air with all numbers clamped to possible ranges.
    pub(crate) fn within_ranges(&self) -> Self {
        let colour = |values: [f32; 3]| values.map(|value| within(value, 0.0, 1.0));
        Self {
            radius: within(self.radius, 1e3, 1e9),
            top: within(self.top, 1.0, 1e8),
            rayleigh: colour(self.rayleigh),
            rayleigh_height: within(self.rayleigh_height, 1.0, 1e9),
            mie: colour(self.mie),
            mie_absorption: colour(self.mie_absorption),
            mie_height: within(self.mie_height, 1.0, 1e9),
            asymmetry: self.asymmetry.map(|g| within(g, -0.98, 0.98)),
            haze: within(self.haze, 0.0, 1e4),
            ozone: colour(self.ozone),
            ozone_height: within(self.ozone_height, 0.0, 1e9),
            ozone_width: within(self.ozone_width, 1.0, 1e9),
            ground: colour(self.ground),
        }
    }

    /// The uniform `Air` of `air.wgsl`, for an eye at a height in metres and a direction to the sun.
    pub(crate) fn uniform(&self, eye_height: f32, sun: [f32; 3]) -> [[f32; 4]; 8] {
        let air = self.within_ranges();
        let four = |[red, green, blue]: [f32; 3], last: f32| [red, green, blue, last];
        let hazy = |values: [f32; 3]| values.map(|value| value * air.haze);
        let extinction = std::array::from_fn(|i| air.mie[i] + air.mie_absorption[i]);
        let eye = within(eye_height, MIN_EYE_HEIGHT, MAX_EYE_HEIGHT);
        let [dip, span] = horizon(air.radius.into(), air.top.into(), eye.into());
        [
            four(air.rayleigh, air.rayleigh_height),
            four(hazy(air.mie), air.mie_height),
            four(hazy(extinction), 0.0),
            four(air.asymmetry, 0.0),
            four(air.ozone, air.ozone_height),
            four(air.ground, air.ozone_width),
            four(sun, eye),
            [air.radius, air.top, dip as f32, span as f32],
        ]
    }
}

/// Least height of an eye, in metres. A lower eye is treated as being at this height.
const MIN_EYE_HEIGHT: f32 = 1.0;

/// Greatest height of an eye, in metres.
const MAX_EYE_HEIGHT: f32 = 1e9;

/// Depression of the horizon, and the range of angles above the horizon that contain air, in radians. For an eye above the
/// air, this range ends where rays touch the sphere at the top of the air.
fn horizon(radius: f64, top: f64, eye: f64) -> [f64; 2] {
    let dip = |sphere: f64, over: f64| (over * (2.0 * sphere + over)).sqrt().atan2(sphere);
    let ground = dip(radius, eye);
    let empty = if eye > top { dip(radius + top, eye - top) } else { -std::f64::consts::FRAC_PI_2 };
    [ground, ground - empty]
}

/// Clamps a number to a range. NaN becomes the lower bound, which `clamp` would not do.
fn within(value: f32, min: f32, max: f32) -> f32 {
    value.max(min).min(max)
}
