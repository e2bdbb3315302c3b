//! Every colour table of this crate: the colours of palettes in previews, snow, sand, and water.
//!
//! A preview is a hillshade with an elevation tint: colour ramps by height. Rendered pictures have no ramps: there, a
//! palette is a list of materials, each with its slopes, grain and albedo (`palette_materials` in `orogen-view`), and the
//! renderer adds sun and air. So the two tables share only the names of the palettes.
//!
//! Colours are `0xRRGGBB` in sRGB.

use orogen_engine::recipe::Palette;

/// The colours of a palette in previews.
pub(crate) fn preview_colours(palette: Palette) -> &'static PreviewColours {
    match palette {
        Palette::Alpine => &ALPINE,
        Palette::Desert => &DESERT,
        Palette::Canyon => &CANYON,
        Palette::Temperate => &TEMPERATE,
        Palette::Island => &ISLAND,
        Palette::Moon => &MOON,
        Palette::Grey => &GREY,
    }
}

/// The colours of a palette in previews, and where each applies.
pub(crate) struct PreviewColours {
    /// Soft ground from the lowest (0) to the highest (1) level; see `preview::levels`.
    pub(crate) ramp: &'static [(f32, u32)],
    /// Bare rock at the lowest and at the highest level.
    pub(crate) rock: [u32; 2],
    /// The exaggerated slopes at which rock begins to show and at which all ground is rock.
    pub(crate) rock_slope: [f32; 2],
    /// The levels at which snow begins and above which all ground is white unless it is too steep.
    pub(crate) snow: Option<[f32; 2]>,
    /// How far the prominence of a point (negative in hollows, positive on ridges) shifts its level on the ramp.
    pub(crate) drift: f32,
    /// How much colours depend on the share of the ground that is lower, instead of on height alone: 0 to 1.
    pub(crate) rank: f32,
    /// 1 under a blue sky, 0 without an atmosphere.
    pub(crate) air: f32,
}

/// Snow.
pub(crate) const SNOW: u32 = 0xe6eaf0;

/// Sand of beaches.
pub(crate) const SAND: u32 = 0xd9c799;

/// Foam of waves.
pub(super) const FOAM: u32 = 0xe4f2ee;

/// The sea of a terrain by depth.
pub(super) const WATER: [(f32, u32); 5] =
    [(0.0, 0x8fd0c4), (0.08, 0x5db4b8), (0.28, 0x2f86a3), (0.6, 0x1d5c86), (1.0, 0x123c66)];

/// The sea of a planet by depth.
pub(super) const PLANET_WATER: [(f32, u32); 5] =
    [(0.0, 0x6aa9bd), (0.02, 0x3f82a6), (0.2, 0x205985), (0.45, 0x163f6b), (1.0, 0x0b2243)];

static ALPINE: PreviewColours = PreviewColours {
    ramp: &[
        (0.00, 0x465637),
        (0.18, 0x546341),
        (0.36, 0x6f7753),
        (0.52, 0x8a8664),
        (0.64, 0x8c8576),
        (0.78, 0x888581),
        (1.00, 0xa5a4a4),
    ],
    rock: [0x625d54, 0x7d7b79],
    rock_slope: [0.40, 0.85],
    snow: Some([0.62, 0.86]),
    drift: 0.30,
    rank: 0.5,
    air: 1.0,
};

static DESERT: PreviewColours = PreviewColours {
    ramp: &[(0.00, 0xb07a49), (0.30, 0xc99660), (0.60, 0xdcb27c), (1.00, 0xedd0a0)],
    rock: [0x8f5f3c, 0xb98a5c],
    rock_slope: [0.9, 1.6],
    snow: None,
    drift: 0.3,
    rank: 0.3,
    air: 1.0,
};

static CANYON: PreviewColours = PreviewColours {
    ramp: &[
        (0.00, 0x7d8257),
        (0.08, 0x9a7a4e),
        (0.22, 0x9c5232),
        (0.38, 0xc2784a),
        (0.50, 0xa85c3a),
        (0.62, 0xd09a66),
        (0.74, 0xb87650),
        (0.88, 0xd8b483),
        (1.00, 0xc3a578),
    ],
    rock: [0x7c3f28, 0xb0714c],
    rock_slope: [0.7, 1.5],
    snow: None,
    drift: 0.1,
    rank: 0.0,
    air: 1.0,
};

static TEMPERATE: PreviewColours = PreviewColours {
    ramp: &[(0.00, 0x45602f), (0.25, 0x587039), (0.50, 0x778349), (0.75, 0x989160), (1.00, 0xa89a78)],
    rock: [0x69655a, 0x888377],
    rock_slope: [0.75, 1.3],
    snow: None,
    drift: 0.35,
    rank: 0.5,
    air: 1.0,
};

static ISLAND: PreviewColours = PreviewColours {
    ramp: &[
        (0.00, 0x7f9152),
        (0.10, 0x5c7f3d),
        (0.35, 0x476c33),
        (0.65, 0x6b7c45),
        (0.85, 0x8e8a60),
        (1.00, 0x9c917a),
    ],
    rock: [0x6a5d4b, 0x857866],
    rock_slope: [0.65, 1.2],
    snow: None,
    drift: 0.3,
    rank: 0.5,
    air: 1.0,
};

static MOON: PreviewColours = PreviewColours {
    ramp: &[(0.00, 0x5d5b59), (0.50, 0x85827e), (1.00, 0xaaa7a1)],
    rock: [0x7c7975, 0xb5b1ab],
    rock_slope: [0.4, 1.2],
    snow: None,
    drift: 0.2,
    rank: 0.3,
    air: 0.0,
};

static GREY: PreviewColours = PreviewColours {
    ramp: &[(0.00, 0xa2a2a2), (1.00, 0xbababa)],
    rock: [0xb0b0b0, 0xb0b0b0],
    rock_slope: [1.0, 2.0],
    snow: None,
    drift: 0.0,
    rank: 0.0,
    air: 0.3,
};
