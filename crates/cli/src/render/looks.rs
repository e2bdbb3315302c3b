//! How pictures look: as the recipe says, or as the command line says instead.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use orogen::recipe::{Air, Clouds, Fog, Recipe, View, length_of_text};

use super::Args;
use crate::failure::Failure;

/// What `--fog` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FogWish {
    Clear,
    /// In metres; what is not said is as in a recipe that does not say it.
    Dense {
        visibility: f64,
        level: Option<f64>,
        falloff: Option<f64>,
    },
}

/// Reads `--air`.
pub(super) fn air() -> impl TypedValueParser<Value = Air> {
    PossibleValuesParser::new(Air::ALL.map(Air::name))
        .map(|name| Air::of_name(&name).unwrap_or_else(|| unreachable!("`{name}` is one of them")))
}

/// Reads `--fog`.
pub(super) fn fog(text: &str) -> Result<FogWish, String> {
    if text.trim() == "none" {
        return Ok(FogWish::Clear);
    }
    let parts: Option<Vec<_>> = text.split(',').map(length_of_text).collect();
    match parts.as_deref() {
        Some(&[visibility, ref rest @ ..]) if rest.len() <= 2 => {
            Ok(FogWish::Dense { visibility, level: rest.first().copied(), falloff: rest.get(1).copied() })
        }
        _ => Err("give visibility,level,falloff as metres or lengths, or the first of them: 2 km,400,120; or `none`"
            .to_owned()),
    }
}

/// What `--clouds` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CloudsWish {
    Clear,
    /// Metres of height, if they are said.
    Cover {
        cover: f64,
        height: Option<f64>,
    },
}

/// Reads `--clouds`.
pub(super) fn clouds(text: &str) -> Result<CloudsWish, String> {
    const FORM: &str = "give how much they cover, 0 to 1, and their height if you like: 0.4,6 km; or `none`";
    if text.trim() == "none" {
        return Ok(CloudsWish::Clear);
    }
    let (cover, height) = text.split_once(',').map_or((text, None), |(cover, height)| (cover, Some(height)));
    let cover = cover.trim().parse().map_err(|_| FORM.to_owned())?;
    let height = height.map(|height| length_of_text(height).ok_or_else(|| FORM.to_owned())).transpose()?;
    let usual = Clouds::default();
    let fault = Clouds { cover, height: height.unwrap_or(usual.height) }.fault();
    fault.map_or(Ok(CloudsWish::Cover { cover, height }), |fault| Err(format!("{fault}; {FORM}")))
}

impl Args {
    /// How the pictures look. Another air than the recipe's has the haze that is usual there.
    pub(super) fn looks(&self, recipe: &Recipe) -> Result<View, Failure> {
        let view = &recipe.view;
        let air = self.air.unwrap_or(view.air);
        if let (Air::None, Some(haze)) = (air, self.haze) {
            let message = format!("there is no air for `--haze {haze}`");
            return Err(Failure::of_use(message, "leave --haze out, or take --air earth or --air mars"));
        }
        let haze = if air == view.air { view.haze } else { air.haze() };
        let fog = match self.fog {
            None => view.fog,
            Some(FogWish::Clear) => None,
            Some(FogWish::Dense { visibility, level, falloff }) => {
                let usual = Fog::usual(recipe.sea.as_ref());
                let [level, falloff] = [level.unwrap_or(usual.level), falloff.unwrap_or(usual.falloff)];
                Some(Fog { visibility, level, falloff })
            }
        };
        if let Some(fault) = fog.and_then(|fog| fog.fault()) {
            return Err(Failure::of_use(fault, "give --fog visibility,level,falloff: 2 km,400,120"));
        }
        let clouds = self.cloudy(view);
        if let (Air::None, Some(_), Some(CloudsWish::Cover { .. })) = (air, clouds, self.clouds) {
            let help = "leave --clouds out, or take --air earth or --air mars";
            return Err(Failure::of_use("there is no air for clouds", help));
        }
        let clouds = clouds.filter(|_| air != Air::None);
        Ok(View { air, haze: self.haze.unwrap_or(haze), fog, clouds, ..*view })
    }

    /// Which clouds there are, if there is air for them.
    fn cloudy(&self, view: &View) -> Option<Clouds> {
        match self.clouds {
            None => view.clouds,
            Some(CloudsWish::Clear) => None,
            Some(CloudsWish::Cover { cover, height }) => {
                let usual = view.clouds.unwrap_or_default();
                Some(Clouds { cover, height: height.unwrap_or(usual.height) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clouds_are_read() {
        let cover = |cover, height| Ok(CloudsWish::Cover { cover, height });
        assert_eq!(clouds("0.4"), cover(0.4, None));
        assert_eq!(clouds("1, 6 km"), cover(1.0, Some(6000.0)));
        assert_eq!(clouds("none"), Ok(CloudsWish::Clear));
        for (wrong, phrase) in
            [("", "0 to 1"), ("1.5", "cover is 1.5"), ("0.5,1 m", "height is 1"), ("nan", "cover is NaN")]
        {
            let error = clouds(wrong).unwrap_err();
            assert!(error.contains(phrase), "{wrong}: {error}");
        }
    }

    #[test]
    fn fog_is_read() {
        let dense = |visibility, level, falloff| Ok(FogWish::Dense { visibility, level, falloff });
        assert_eq!(fog("2 km"), dense(2000.0, None, None));
        assert_eq!(fog("800, -20, 1 km"), dense(800.0, Some(-20.0), Some(1000.0)));
        assert_eq!(fog("none"), Ok(FogWish::Clear));
        for wrong in ["", "1,2,3,4", "thick", "1,,2"] {
            assert!(fog(wrong).unwrap_err().contains("visibility,level,falloff"), "{wrong}");
        }
    }
}
