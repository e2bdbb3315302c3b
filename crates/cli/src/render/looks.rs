//! The look of pictures: the recipe's, with changes from the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use orogen_engine::recipe::{Air, Clouds, Fog, Recipe, View, length_of_text};

use super::Args;
use crate::failure::Failure;

/// The value of `--fog`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FogArg {
    Clear,
    /// In metres. Missing values have the recipe's defaults.
    Dense {
        visibility: f64,
        level: Option<f64>,
        falloff: Option<f64>,
    },
}

/// Parses `--air`.
pub(super) fn air() -> impl TypedValueParser<Value = Air> {
    PossibleValuesParser::new(Air::ALL.map(Air::name))
        .map(|name| Air::of_name(&name).unwrap_or_else(|| unreachable!("`{name}` is one of the values")))
}

/// Parses `--fog`.
pub(super) fn fog(text: &str) -> Result<FogArg, String> {
    if text.trim() == "none" {
        return Ok(FogArg::Clear);
    }
    let parts: Option<Vec<_>> = text.split(',').map(length_of_text).collect();
    match parts.as_deref() {
        Some(&[visibility, ref rest @ ..]) if rest.len() <= 2 => {
            Ok(FogArg::Dense { visibility, level: rest.first().copied(), falloff: rest.get(1).copied() })
        }
        _ => Err("give visibility,level,falloff in metres or as lengths, the last two optional: 2 km,400,120; or `none`"
            .to_owned()),
    }
}

/// The value of `--clouds`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CloudsArg {
    Clear,
    /// Height and thickness are in metres.
    Cover {
        cover: f64,
        height: Option<f64>,
        thickness: Option<f64>,
    },
}

/// Parses `--clouds`.
pub(super) fn clouds(text: &str) -> Result<CloudsArg, String> {
    const FORM: &str =
        "give the cover, 0 to 1, and optionally height and thickness: 0.4,2 km,1200; or `none`";
    if text.trim() == "none" {
        return Ok(CloudsArg::Clear);
    }
    let mut parts = text.split(',');
    let cover = parts.next().unwrap_or_default().trim().parse().map_err(|_| FORM.to_owned())?;
    let lengths: Option<Vec<_>> = parts.map(length_of_text).collect();
    let lengths = lengths.filter(|lengths| lengths.len() <= 2).ok_or_else(|| FORM.to_owned())?;
    let arg =
        CloudsArg::Cover { cover, height: lengths.first().copied(), thickness: lengths.get(1).copied() };
    let fault = arg.layer(Clouds::OVER_PLANES).and_then(|clouds| clouds.fault());
    fault.map_or(Ok(arg), |fault| Err(format!("{fault}; {FORM}")))
}

impl CloudsArg {
    /// The clouds. `default` has the lengths that are not given.
    fn layer(self, default: Clouds) -> Option<Clouds> {
        match self {
            Self::Clear => None,
            Self::Cover { cover, height, thickness } => Some(Clouds {
                cover,
                height: height.unwrap_or(default.height),
                thickness: thickness.unwrap_or(default.thickness),
            }),
        }
    }
}

impl Args {
    /// The look of the pictures. If `--air` differs from the recipe's air, the new air has its default haze.
    pub(super) fn looks(&self, recipe: &Recipe) -> Result<View, Failure> {
        let view = &recipe.view;
        let air = self.air.unwrap_or(view.air);
        if let (Air::None, Some(haze)) = (air, self.haze) {
            let message = format!("`--haze {haze}` needs air, but the air is `none`");
            return Err(Failure::usage(message, "leave out --haze, or use --air earth or --air mars"));
        }
        let haze = if air == view.air { view.haze } else { air.haze() };
        let fog = match self.fog {
            None => view.fog,
            Some(FogArg::Clear) => None,
            Some(FogArg::Dense { visibility, level, falloff }) => {
                let default = Fog::usual(recipe.sea.as_ref());
                let [level, falloff] = [level.unwrap_or(default.level), falloff.unwrap_or(default.falloff)];
                Some(Fog { visibility, level, falloff })
            }
        };
        if let Some(fault) = fog.and_then(|fog| fog.fault()) {
            return Err(Failure::usage(fault, "give --fog visibility,level,falloff: 2 km,400,120"));
        }
        let default = view.clouds.unwrap_or(Clouds::usual(&recipe.domain));
        let clouds = self.clouds.map_or(view.clouds, |clouds| clouds.layer(default));
        if let (Air::None, Some(_), Some(CloudsArg::Cover { .. })) = (air, clouds, self.clouds) {
            let help = "leave out --clouds, or use --air earth or --air mars";
            return Err(Failure::usage("clouds need air, but the air is `none`", help));
        }
        let clouds = clouds.filter(|_| air != Air::None);
        Ok(View { air, haze: self.haze.unwrap_or(haze), fog, clouds, ..*view })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clouds_are_parsed() {
        let cover = |cover, height, thickness| Ok(CloudsArg::Cover { cover, height, thickness });
        assert_eq!(clouds("0.4"), cover(0.4, None, None));
        assert_eq!(clouds("1, 6 km"), cover(1.0, Some(6000.0), None));
        assert_eq!(clouds("1,6000,2km"), cover(1.0, Some(6000.0), Some(2000.0)));
        assert_eq!(clouds("none"), Ok(CloudsArg::Clear));
        for (wrong, phrase) in [
            ("", "0 to 1"),
            ("1.5", "cover is 1.5"),
            ("0.5,1 m", "height is 1"),
            ("0.5,1 km,1 m", "thickness is 1"),
            ("1,2 km,3 km,4 km", "or `none`"),
            ("nan", "cover is NaN"),
        ] {
            let error = clouds(wrong).unwrap_err();
            assert!(error.contains(phrase), "{wrong}: {error}");
        }
    }

    #[test]
    fn fog_is_parsed() {
        let dense = |visibility, level, falloff| Ok(FogArg::Dense { visibility, level, falloff });
        assert_eq!(fog("2 km"), dense(2000.0, None, None));
        assert_eq!(fog("800, -20, 1 km"), dense(800.0, Some(-20.0), Some(1000.0)));
        assert_eq!(fog("none"), Ok(FogArg::Clear));
        for wrong in ["", "1,2,3,4", "thick", "1,,2"] {
            assert!(fog(wrong).unwrap_err().contains("visibility,level,falloff"), "{wrong}");
        }
    }
}
