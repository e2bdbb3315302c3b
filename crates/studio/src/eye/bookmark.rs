//! Viewpoints as tables of a side file.

use toml_edit::{Array, Table, value};

use super::{Eye, GlobeEye, PlaneEye};

impl Eye {
    /// The viewpoint as a table. The size of the domain is not in it: the recipe has it.
    pub fn to_table(&self) -> Table {
        let mut table = Table::new();
        match self {
            Self::Plane(eye) => {
                table.insert("target", value(eye.target.into_iter().collect::<Array>()));
                table.insert("distance", value(eye.distance));
            }
            Self::Globe(eye) => {
                table.insert("latitude", value(eye.latitude));
                table.insert("longitude", value(eye.longitude));
                table.insert("altitude", value(eye.altitude));
                if eye.free {
                    table.insert("free", value(true));
                }
            }
        }
        let [azimuth, elevation] = self.direction();
        table.insert("azimuth", value(azimuth));
        table.insert("elevation", value(elevation));
        table
    }

    /// The viewpoint of a table, over the ground that this viewpoint is over. `None` if it is of the other kind, or if a number
    /// is missing or out of range.
    pub fn from_table(&self, table: &Table) -> Option<Self> {
        let number = |name: &str| {
            let item = table.get(name)?;
            item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64))
        };
        let (azimuth, elevation) = (number("azimuth")?.rem_euclid(360.0), number("elevation")?);
        let eye = match self {
            Self::Plane(here) => {
                let list = table.get("target")?.as_array()?;
                let along = |at: usize| {
                    let value = list.get(at)?;
                    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
                };
                let target = [along(0)?, along(1)?, along(2)?];
                let distance = number("distance")?;
                (distance > 0.0 && elevation.abs() < 90.0).then_some(Self::Plane(PlaneEye {
                    target,
                    azimuth,
                    elevation,
                    distance,
                    ..*here
                }))?
            }
            Self::Globe(here) => {
                let [latitude, longitude] = [number("latitude")?, number("longitude")?];
                let free = table.get("free").and_then(toml_edit::Item::as_bool).unwrap_or(false);
                let altitude = number("altitude")?;
                let is_valid = latitude.abs() <= 89.5 && longitude.abs() <= 180.0 && elevation.abs() <= 90.0;
                let eye = GlobeEye { latitude, longitude, altitude, azimuth, elevation, free, ..*here };
                (is_valid && altitude > -here.radius).then_some(Self::Globe(eye))?
            }
        };
        eye.camera().is_ok().then_some(eye)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewpoints_return_from_their_tables() {
        let plane = PlaneEye { azimuth: 12.25, ..PlaneEye::overview(3000.0) };
        let globe = GlobeEye { latitude: -12.5, free: true, ..GlobeEye::overview(5000.0) };
        for eye in [Eye::Plane(plane), Eye::Globe(globe), Eye::Globe(GlobeEye { free: false, ..globe })] {
            let text = eye.to_table().to_string();
            let table: toml_edit::DocumentMut = text.parse().unwrap();
            assert_eq!(eye.from_table(&table), Some(eye), "{text}");
        }
        let table = Eye::Plane(plane).to_table();
        assert_eq!(Eye::Globe(globe).from_table(&table), None, "another kind of ground");
        let mut broken = table;
        broken["distance"] = value("far");
        assert_eq!(Eye::Plane(plane).from_table(&broken), None);
        broken["distance"] = value(f64::NAN);
        assert_eq!(Eye::Plane(plane).from_table(&broken), None);
    }
}
