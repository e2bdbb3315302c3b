//! Dispatch on the number of coordinates: the only place that chooses `D` for generic code.

/// A value for two coordinates or its counterpart for three.
#[derive(Debug)]
pub(super) enum ByDimension<P, S> {
    /// `x` and `y`.
    Plane(P),
    /// `x`, `y` and `z`: spaces and planets.
    Space(S),
}

impl<P, S> ByDimension<P, S> {
    /// Number of coordinates.
    pub(super) fn dimensions(&self) -> usize {
        match self {
            Self::Plane(_) => 2,
            Self::Space(_) => 3,
        }
    }
}

/// Evaluates an expression for the value inside: `either!(&self.rows, rows => rows.grid())`.
macro_rules! either {
    ($by_dimension:expr, $value:ident => $result:expr) => {
        match $by_dimension {
            $crate::terrain::dimension::ByDimension::Plane($value) => $result,
            $crate::terrain::dimension::ByDimension::Space($value) => $result,
        }
    };
}

/// As `either!`, but the results also differ in their number of coordinates: it returns another [`ByDimension`].
macro_rules! map_either {
    ($by_dimension:expr, $value:ident => $result:expr) => {
        match $by_dimension {
            $crate::terrain::dimension::ByDimension::Plane($value) => {
                $crate::terrain::dimension::ByDimension::Plane($result)
            }
            $crate::terrain::dimension::ByDimension::Space($value) => {
                $crate::terrain::dimension::ByDimension::Space($result)
            }
        }
    };
}

pub(super) use either;
pub(super) use map_either;
