//! Glaciers of past ice ages: troughs wider and deeper than a river's valley.
//!
//! Snow gathers above the snow line and melts below it, the more the farther away in height; what gathers flows down as ice, and a
//! glacier ends where as much has melted as came. Its width grows with the flux by the power .4, near what volumes and areas of
//! glaciers say (Bahr, Meier and Peckham, 1997). Its bed is a parabola between its walls, as river valleys are between theirs, only
//! that much wider. Ice wears its bed faster than water, by its share (Egholm, Nielsen, Pedersen and Lesemann, 2009), so trunks
//! are cut deeper than their branches, which hang above them. Basins that ice digs are filled, as are all depressions.

/// A climate with glaciers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ice {
    /// The height in metres above which more snow falls than melts.
    pub snow_line: f64,
    /// Half the width in metres of the trough of a glacier that a square kilometre high above the snow line feeds.
    pub width: f64,
}

/// Metres above or below the snow line at which a year's balance is as large as the greatest of high ground.
const BALANCE_HEIGHT: f32 = 400.0;

/// How many times as much may melt in a place as can fall.
const MOST_MELT: f32 = -4.0;

/// The power of the flux that widths grow with.
const WIDTH_POWER: f32 = 0.4;

/// How much faster ice wears its bed than the water that the land would have, at most.
const DEEPENING: f32 = 3.0;

/// The flux, in square metres of snow fields, at which ice wears half of that.
const HALF_FLUX: f32 = 1e6;

impl Ice {
    /// What gathers in a cell at a height, in square metres of the greatest snow fall: below 0 where ice melts.
    pub(crate) fn balance(&self, height: f32, cell_area: f32) -> f32 {
        cell_area * ((height - self.snow_line as f32) / BALANCE_HEIGHT).clamp(MOST_MELT, 1.0)
    }

    /// Half the width in metres of a glacier with a flux.
    pub(crate) fn half_width(&self, flux: f32) -> f32 {
        if flux > 0.0 { self.width as f32 * libm::powf(flux * 1e-6, WIDTH_POWER) } else { 0.0 }
    }

    /// How much faster than by water a bed is worn under a flux, as a factor.
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
