//! The colour schemes of ground without materials.

/// A colour scheme. Rendered pictures and previews show the same scheme with different colours: a picture lays materials over the
/// ground, and a preview colours a hillshade by height.
///
/// ```
/// use orogen_engine::recipe::Palette;
///
/// assert_eq!(Palette::default().name(), "alpine");
/// assert_eq!(Palette::from_name("moon"), Some(Palette::Moon));
/// assert_eq!(Palette::from_name("Moon"), None);
/// assert!(Palette::ALL.iter().all(|palette| Palette::from_name(palette.name()) == Some(*palette)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Green valleys, meadows, grey rock, snow.
    #[default]
    Alpine,
    /// Sand.
    Desert,
    /// Layers of red and yellow rock.
    Canyon,
    /// Forests and meadows, rock on steep slopes.
    Temperate,
    /// Beaches, forest and green heights.
    Island,
    /// Grey dust under a black sky.
    Moon,
    /// Light grey throughout: shading only.
    Grey,
}

impl Palette {
    /// Every palette.
    pub const ALL: [Self; 7] =
        [Self::Alpine, Self::Desert, Self::Canyon, Self::Temperate, Self::Island, Self::Moon, Self::Grey];

    /// The name in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alpine => "alpine",
            Self::Desert => "desert",
            Self::Canyon => "canyon",
            Self::Temperate => "temperate",
            Self::Island => "island",
            Self::Moon => "moon",
            Self::Grey => "grey",
        }
    }

    /// The palette with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|palette| palette.name() == name)
    }
}
