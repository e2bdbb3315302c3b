//! Map projections of WGS 84: the zones of UTM, and Web Mercator.

use crate::wgs84::{FLATTENING, SEMI_MAJOR_AXIS};

/// The farthest longitude from the middle of a zone in degrees. Zones are 6° wide.
const MAX_FROM_MIDDLE: f64 = 20.0;

/// A zone of UTM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    pub(super) number: u32,
    pub(super) is_south: bool,
}

impl Zone {
    /// The zone with an EPSG code: on WGS 84, ETRS89 or NAD83, which differ by a metre or two at most.
    pub(super) fn of_code(code: u32) -> Option<Self> {
        let (number, is_south) = match code {
            32_601..=32_660 => (code - 32_600, false),
            32_701..=32_760 => (code - 32_700, true),
            25_828..=25_838 => (code - 25_800, false),
            26_901..=26_923 => (code - 26_900, false),
            _ => return None,
        };
        Some(Self { number, is_south })
    }

    /// The zone that a position is in.
    pub(super) fn at([longitude, latitude]: [f64; 2]) -> Self {
        let number = ((longitude + 180.0) / 6.0).floor() as i64;
        Self { number: number.rem_euclid(60) as u32 + 1, is_south: latitude < 0.0 }
    }

    /// Its EPSG code on WGS 84.
    pub(super) fn code(self) -> u32 {
        self.number + if self.is_south { 32_700 } else { 32_600 }
    }

    /// Easting and northing of a longitude and latitude in degrees. `None` if they are too far from the zone.
    ///
    /// Krüger's series to the fourth order in the third flattening (Karney, 2011, equations 7 to 11 and 35): exact to a micrometre
    /// in a zone.
    pub(super) fn project(self, [longitude, latitude]: [f64; 2]) -> Option<[f64; 2]> {
        let middle = f64::from(self.number) * 6.0 - 183.0;
        let from_middle = libm::remainder(longitude - middle, 360.0);
        if from_middle.abs() > MAX_FROM_MIDDLE || latitude.abs() > 89.0 {
            return None;
        }
        let n = FLATTENING / (2.0 - FLATTENING);
        let alpha = [
            n * (0.5 + n * (-2.0 / 3.0 + n * (5.0 / 16.0 + n * 41.0 / 180.0))),
            n * n * (13.0 / 48.0 + n * (-3.0 / 5.0 + n * 557.0 / 1440.0)),
            n * n * n * (61.0 / 240.0 - n * 103.0 / 140.0),
            n * n * n * n * 49_561.0 / 161_280.0,
        ];
        let radius = SEMI_MAJOR_AXIS / (1.0 + n) * (1.0 + n * n * (0.25 + n * n / 64.0));
        let e = (FLATTENING * (2.0 - FLATTENING)).sqrt();
        let (lambda, tau) = (from_middle.to_radians(), libm::tan(latitude.to_radians()));
        let sigma = libm::sinh(e * libm::atanh(e * tau / (1.0 + tau * tau).sqrt()));
        let tau = tau * (1.0 + sigma * sigma).sqrt() - sigma * (1.0 + tau * tau).sqrt();
        let cos = libm::cos(lambda);
        let (xi, eta) =
            (libm::atan2(tau, cos), libm::asinh(libm::sin(lambda) / (tau * tau + cos * cos).sqrt()));
        let (mut north, mut east) = (xi, eta);
        for (index, alpha) in alpha.into_iter().enumerate() {
            let k = 2.0 * (index as f64 + 1.0);
            north += alpha * libm::sin(k * xi) * libm::cosh(k * eta);
            east += alpha * libm::cos(k * xi) * libm::sinh(k * eta);
        }
        let false_northing = if self.is_south { 10_000_000.0 } else { 0.0 };
        Some([500_000.0 + 0.9996 * radius * east, false_northing + 0.9996 * radius * north])
    }
}

/// Web Mercator, EPSG:3857. `None` near the poles.
pub(super) fn web([longitude, latitude]: [f64; 2]) -> Option<[f64; 2]> {
    if latitude.abs() > 86.0 || longitude.abs() > 360.0 {
        return None;
    }
    Some([
        SEMI_MAJOR_AXIS * longitude.to_radians(),
        SEMI_MAJOR_AXIS * libm::asinh(libm::tan(latitude.to_radians())),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against PROJ 9 through pyproj.
    #[test]
    fn projections_agree_with_proj() {
        for (code, position, [east, north]) in REFERENCE {
            let own =
                Zone::of_code(code).map_or_else(|| web(position), |zone| zone.project(position)).unwrap();
            let error = (own[0] - east).abs().max((own[1] - north).abs());
            assert!(error < 1e-4, "EPSG:{code} {position:?}: {own:?}, {error} m off");
        }
    }

    const REFERENCE: [(u32, [f64; 2], [f64; 2]); 10] = [
        (32_632, [8.5, 47.37], [462_250.465_87, 5_246_403.390_66]),
        (32_632, [6.1, 46.2], [276_260.616_28, 5_120_357.748_03]),
        (32_632, [11.9, 60.0], [661_720.750_89, 6_654_956.719_94]),
        (32_719, [-70.65, -33.45], [346_642.695, 6_297_606.832_48]),
        (32_760, [179.5, -40.0], [713_411.147_87, 5_569_248.980_45]),
        (32_601, [-179.99, 65.0], [359_042.722_65, 7_211_788.966_35]),
        (25_832, [9.0, 0.001], [500_000.0, 110.530_05]),
        (3857, [8.5, 47.37], [946_215.671_74, 6_002_677.997_53]),
        (3857, [-120.0, -55.0], [-13_358_338.895_19, -7_361_866.113_05]),
        (32_633, [24.0, 70.0], [842_457.535_25, 7_791_211.931_88]),
    ];

    #[test]
    fn zones_have_codes() {
        assert_eq!(Zone::at([8.5, 47.4]).code(), 32_632);
        assert_eq!(Zone::at([-70.0, -33.0]).code(), 32_719);
        assert_eq!(Zone::of_code(25_832), Zone::of_code(32_632));
        assert_eq!(Zone::of_code(32_632).unwrap().project([80.0, 40.0]), None);
    }
}
