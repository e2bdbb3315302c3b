//! Glaciers of past ice ages. Their troughs are wider and deeper than the valleys of rivers.
//!
//! Snow gathers above the snow line and melts below it. Both rates grow with the height difference to the snow line. Snow
//! flows down as ice, and a glacier ends where all of its ice has melted. Its width grows with the flux to the power of 0.4,
//! close to the relation between volumes and areas of glaciers (Bahr, Meier and Peckham, 1997). Its bed is a parabola between
//! its walls, as in river valleys, but wider. Ice wears its bed faster than water, depending on its flux (Egholm, Nielsen,
//! Pedersen and Lesemann, 2009). So trunk valleys are deeper than their branches, which become hanging valleys. Basins that
//! ice digs are filled, like all depressions.

/// A climate with glaciers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ice {
    /// The height in metres above which more snow falls than melts.
    pub snow_line: f64,
    /// Half the width in metres of a glacier's trough, for a glacier that is fed by one square kilometre high above the snow
    /// line.
    pub width: f64,
}

/// Height above the snow line, in metres, from which on the yearly balance of snow is greatest. At the same distance below
/// the snow line, melt has the same magnitude.
const BALANCE_HEIGHT: f32 = 400.0;

/// The limit of melt: the lowest balance, in units of the greatest snowfall.
const MOST_MELT: f32 = -4.0;

/// Widths grow with this power of the flux.
const WIDTH_POWER: f32 = 0.4;

/// How much faster than water ice can wear its bed: the factor of [`Ice::deepening`] grows from 1 to at most 1 plus this
/// number.
const DEEPENING: f32 = 3.0;

/// The flux at which half of [`DEEPENING`] is reached, in square metres of snow fields.
const HALF_FLUX: f32 = 1e6;

impl Ice {
    /// The snow that gathers in a cell at a height, in square metres of the greatest snowfall. Negative where ice melts.
    pub(crate) fn balance(&self, height: f32, cell_area: f32) -> f32 {
        cell_area * ((height - self.snow_line as f32) / BALANCE_HEIGHT).clamp(MOST_MELT, 1.0)
    }

    /// Half the width in metres of a glacier with a flux.
    pub(crate) fn half_width(&self, flux: f32) -> f32 {
        if flux > 0.0 { self.width as f32 * libm::powf(flux * 1e-6, WIDTH_POWER) } else { 0.0 }
    }

    /// The factor by which ice with this flux wears its bed faster than water.
    pub(crate) fn deepening(flux: f32) -> f32 {
        1.0 + DEEPENING * flux / (flux + HALF_FLUX)
    }
}

#[cfg(test)]
mod tests {
    use super::Ice;

    #[test]
    fn glaciers_live_on_the_snow_above_their_line() {
        let ice = Ice { snow_line: 1000.0, width: 300.0 };
        assert_eq!(ice.balance(1000.0, 100.0), 0.0);
        assert_eq!(ice.balance(3000.0, 100.0), 100.0);
        assert!(ice.balance(900.0, 100.0) < 0.0);
        assert_eq!(ice.half_width(1e6), 300.0);
        assert_eq!((ice.half_width(0.0), Ice::deepening(0.0)), (0.0, 1.0));
    }
}
