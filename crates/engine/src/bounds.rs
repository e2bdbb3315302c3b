//! Boxes: the extent of a stroke or of a tile.

/// An axis-aligned box, in metres. A rectangle of a plane is a box whose third coordinates are 0.
///
/// # Example
/// ```
/// use orogen_engine::bounds::Bounds;
///
/// let pond = Bounds::of_plane([100.0, 200.0, 150.0, 260.0]);
/// assert!(pond.meets(&Bounds::of_plane([150.0, 0.0, 400.0, 200.0])));
/// assert!(!pond.meets(&Bounds::NONE));
/// assert_eq!(pond.hull(&Bounds::NONE), pond);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least coordinates.
    pub min: [f64; 3],
    /// The greatest coordinates.
    pub max: [f64; 3],
}

impl Bounds {
    /// An empty box. The hull of `NONE` and another box is the other box.
    pub const NONE: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    /// A rectangle of a plane: `[x0, y0, x1, y1]`.
    pub fn of_plane([x0, y0, x1, y1]: [f64; 4]) -> Self {
        Self { min: [x0, y0, 0.0], max: [x1, y1, 0.0] }
    }

    /// Whether the two boxes overlap. Boxes that only touch overlap, too.
    pub fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }

    /// The smallest box that contains both boxes.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| self.min[axis].min(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].max(other.max[axis])),
        }
    }

    /// The intersection of the two boxes. If they do not overlap, it is empty: `min > max` along at least one axis.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|axis| self.min[axis].max(other.min[axis])),
            max: std::array::from_fn(|axis| self.max[axis].min(other.max[axis])),
        }
    }

    /// The box, `metres` larger on every side.
    #[must_use]
    pub fn widened(&self, metres: f64) -> Self {
        Self { min: self.min.map(|x| x - metres), max: self.max.map(|x| x + metres) }
    }

    /// The smallest box that contains this box and a point. On a plane, the point has two coordinates.
    #[must_use]
    pub fn with<const D: usize>(&self, place: &[f64; D]) -> Self {
        let place = std::array::from_fn(|axis| if axis < D { place[axis] } else { 0.0 });
        self.hull(&Self { min: place, max: place })
    }

    /// The square of the distance from a point to the box, 0 inside.
    pub fn distance_squared(&self, place: &[f64; 3]) -> f64 {
        let mut sum = 0.0;
        for axis in 0..3 {
            let away = (self.min[axis] - place[axis]).max(place[axis] - self.max[axis]).max(0.0);
            sum += away * away;
        }
        sum
    }
}
