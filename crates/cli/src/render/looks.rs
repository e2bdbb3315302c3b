//! How pictures look: as the recipe says, or as the command line says instead.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use orogen::recipe::{Air, Fog, Recipe, View, length_of_text};

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
        Ok(View { air, haze: self.haze.unwrap_or(haze), fog, ..*view })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
