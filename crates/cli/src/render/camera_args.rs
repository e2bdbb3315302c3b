//! Parses cameras and suns from the command line.

use orogen_engine::recipe::length_of_text;
use orogen_view::{CameraError, Sun};

use super::camera_option::CameraOption;
use super::ground::CameraGround;

/// The default vertical angle of view, in degrees.
pub(super) const FOV: f64 = 40.0;

/// The default height of the eye above the ground, in metres.
const EYE_HEIGHT: f64 = 2.0;

/// The value of `--camera`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CameraArg {
    /// From `eye` to `target`. Without an eye, the best view.
    Look { eye: Option<Position>, target: Option<Position>, degrees: f64 },
    /// The map: the whole domain from above.
    Map,
}

/// A position: metres along x and y, and a height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Position {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) height: Option<Height>,
}

/// A height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Height {
    /// In metres, as in recipes.
    At(f64),
    /// Metres above the ground or water at that position.
    Above(f64),
}

impl Height {
    /// Parses `900`, `2 km`, or `+2` for above the ground.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let above = text.trim().strip_prefix('+').map(|over| length_of_text(over).map(Self::Above));
        above.unwrap_or_else(|| length_of_text(text).map(Self::At))
    }
}

impl Position {
    fn parse(name: &str, parts: &[&str]) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{name}` must be x,y,height in metres, such as {name}=2000,3 km,850, or {name}=2000,3000,+2 for a height above \
                 the ground"
            )
        };
        let ([x, y] | [x, y, _]) = parts else { return Err(wrong()) };
        let [x, y] = [x, y].map(|part| length_of_text(part));
        let height = parts.get(2).map(|part| Height::parse(part).ok_or_else(wrong)).transpose()?;
        Ok(Self { x: x.ok_or_else(wrong)?, y: y.ok_or_else(wrong)?, height })
    }

    /// The point; `above` is the default height above the ground in metres.
    pub(super) fn on(&self, ground: &CameraGround<'_>, above: f64) -> [f64; 3] {
        let height = match self.height.unwrap_or(Height::Above(above)) {
            Height::At(height) => height,
            Height::Above(above) => ground.covered(self.x, self.y) + above,
        };
        [self.x, self.y, height]
    }
}

/// Parses `--camera`.
pub(super) fn camera(text: &str) -> Result<CameraArg, String> {
    const KEYS: &str = "give `map`, or any of eye=x,y,height, target=x,y,height and fov=degrees";
    if text.trim() == "map" {
        return Ok(CameraArg::Map);
    }
    // Parts between two keys belong to the first one.
    let mut given: Vec<(&str, Vec<&str>)> = Vec::new();
    for part in text.split(',') {
        match (part.split_once('='), given.last_mut()) {
            (Some((key, value)), _) => given.push((key.trim(), vec![value])),
            (None, Some((_, parts))) => parts.push(part),
            (None, None) => return Err(KEYS.to_owned()),
        }
    }
    let (mut eye, mut target, mut degrees) = (None, None, None);
    for (key, parts) in &given {
        let is_second = match *key {
            "eye" => eye.replace(Position::parse("eye", parts)?).is_some(),
            "target" => target.replace(Position::parse("target", parts)?).is_some(),
            "fov" => degrees.replace(angle("fov", parts, 0.01..=170.0)?).is_some(),
            _ => return Err(format!("unknown key `{key}`; {KEYS}")),
        };
        if is_second {
            return Err(format!("`{key}` is given twice"));
        }
    }
    if eye.is_none() && target.is_some() {
        return Err("a target without an eye: add eye=x,y,height".to_owned());
    }
    Ok(CameraArg::Look { eye, target, degrees: degrees.unwrap_or(FOV) })
}

pub(super) fn angle(name: &str, parts: &[&str], range: std::ops::RangeInclusive<f64>) -> Result<f64, String> {
    let degrees = match parts {
        [one] => one.trim().parse().ok().filter(|degrees| range.contains(degrees)),
        _ => None,
    };
    degrees.ok_or_else(|| {
        format!("`{name}` must be a number of degrees from {} to {}", range.start(), range.end())
    })
}

/// The value of `--orbit`: a camera that looks at the centre of the domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Orbit {
    /// Degrees clockwise from the top of the map.
    pub(super) azimuth: f64,
    /// Degrees above the horizon.
    pub(super) elevation: f64,
    /// In metres. By default, the whole domain is visible.
    pub(super) distance: Option<f64>,
}

impl Default for Orbit {
    fn default() -> Self {
        Self { azimuth: 160.0, elevation: 28.0, distance: None }
    }
}

/// Parses `--orbit`.
pub(super) fn orbit(text: &str) -> Result<Orbit, String> {
    let parts: Vec<_> = text.split(',').collect();
    let (angles, distance) = match parts[..] {
        [azimuth, elevation] => ([azimuth, elevation], None),
        [azimuth, elevation, distance] => {
            let metres = length_of_text(distance).filter(|metres| *metres > 0.0);
            (
                [azimuth, elevation],
                Some(metres.ok_or("the distance must be a length greater than 0, such as 3 km")?),
            )
        }
        _ => return Err("give azimuth,elevation,distance: 120,30,5 km".to_owned()),
    };
    let azimuth = angle("azimuth", &angles[..1], -360.0..=360.0)?;
    Ok(Orbit { azimuth, elevation: angle("elevation", &angles[1..], -89.9..=89.9)?, distance })
}

/// Parses `--sun`.
pub(super) fn sun(text: &str) -> Result<Sun, String> {
    let Some((elevation, azimuth)) = text.split_once(',') else {
        return Err("give elevation,azimuth in degrees: 35,120".to_owned());
    };
    Ok(Sun {
        elevation: angle("elevation", &[elevation], -90.0..=90.0)?,
        azimuth: angle("azimuth", &[azimuth], -360.0..=360.0)?,
    })
}

impl CameraArg {
    /// The camera, for a picture of `size` columns and rows.
    pub(super) fn camera(
        &self,
        ground: &CameraGround<'_>,
        size: [u32; 2],
    ) -> Result<CameraOption, CameraError> {
        match self {
            Self::Map => {
                let target = ground.centre().on(ground, 0.0);
                Ok(CameraOption { camera: ground.view_finder().map(size)?, target })
            }
            Self::Look { eye: None, degrees, .. } => {
                let found = ground.view_finder().landscape(size, *degrees)?;
                CameraOption::rounded(&found, 0.5 * ground.recipe.domain.size)
            }
            Self::Look { eye: Some(eye), target, degrees } => {
                let target = target.unwrap_or_else(|| ground.centre()).on(ground, 0.0);
                CameraOption::look(eye.on(ground, EYE_HEIGHT), target, *degrees)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cameras_are_parsed() {
        let place = |x, y, height| Some(Position { x, y, height });
        assert_eq!(
            camera("eye=2 km, 300,+2,target=0,-5.5,fov=60").unwrap(),
            CameraArg::Look {
                eye: place(2000.0, 300.0, Some(Height::Above(2.0))),
                target: place(0.0, -5.5, None),
                degrees: 60.0
            }
        );
        assert_eq!(camera("map"), Ok(CameraArg::Map));
        assert_eq!(camera("fov=25"), Ok(CameraArg::Look { eye: None, target: None, degrees: 25.0 }));
        let depth = camera("eye=0,0,-30").unwrap();
        assert!(
            matches!(depth, CameraArg::Look { eye: Some(Position { height: Some(Height::At(h)), .. }), .. } if h == -30.0)
        );
    }

    #[test]
    fn invalid_cameras_are_refused_with_a_fix() {
        for (text, phrase) in [
            ("", "give `map`"),
            ("1,2,3", "give `map`"),
            ("eye=1", "`eye` must be x,y,height"),
            ("eye=1,2,3,4", "`eye` must be x,y,height"),
            ("eye=nan,0,0", "`eye` must be x,y,height"),
            ("eye=1,2,inf", "`eye` must be x,y,height"),
            ("eye=1,2,+far", "`eye` must be x,y,height"),
            ("eye=1,2,3,fov=0", "`fov` must be a number of degrees from 0.01 to 170"),
            ("eye=1,2,3,fov=40,50", "`fov` must be a number"),
            ("eye=1,2,3,eye=1,2,3", "given twice"),
            ("target=1,2,3", "without an eye"),
            ("lens=50", "unknown key `lens`"),
        ] {
            let error = camera(text).unwrap_err();
            assert!(error.contains(phrase), "{text}: {error}");
        }
    }

    #[test]
    fn orbits_and_suns_are_parsed() {
        assert_eq!(
            orbit("120,30,5 km"),
            Ok(Orbit { azimuth: 120.0, elevation: 30.0, distance: Some(5000.0) })
        );
        assert_eq!(orbit("-20, 10"), Ok(Orbit { azimuth: -20.0, elevation: 10.0, distance: None }));
        for wrong in ["", "1", "1,2,3,4", "0,90,5", "nan,3", "0,30,0", "0,30,-5"] {
            assert!(orbit(wrong).is_err(), "{wrong}");
        }
        assert_eq!(sun("35,120"), Ok(Sun { elevation: 35.0, azimuth: 120.0 }));
        for wrong in ["", "35", "91,0", "nan,0", "3,4,5"] {
            assert!(sun(wrong).is_err(), "{wrong}");
        }
    }
}
