//! The values that parameters of nodes usually have: those of the presets. They decide the middle of sliders of parameters that
//! have no default.

use std::collections::BTreeMap;

use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::{ParamKind, ParamSpec, Unit};
use orogen_engine::recipe::{Args, Recipe, Source};

use crate::host::Preset;

/// The least and the greatest value that presets give to each parameter of each node. Lengths are shares of the domain's side.
#[derive(Clone, Debug, Default)]
pub struct Spans(BTreeMap<(&'static str, &'static str), [f64; 2]>);

impl Spans {
    /// The values in presets. Presets with errors are left out.
    pub fn of(presets: &[Preset]) -> Self {
        let mut spans = Self::default();
        for preset in presets {
            let Ok(recipe) = Recipe::parse(Source::new(preset.name, preset.text), registry()) else {
                continue;
            };
            let written = recipe.fields.values().filter(|field| field.is_written() && field.uses.is_none());
            written.for_each(|field| spans.add(&field.args, recipe.domain.size));
        }
        spans
    }

    fn add(&mut self, args: &Args, size: f64) {
        let params = args.spec().params.iter();
        for param in params.filter(|param| matches!(param.kind, ParamKind::Number { .. })) {
            if let Some(value) = args.optional_number(param.name).filter(|_| args.given(param.name)) {
                let share = value / unit_size(param, size);
                let span = self.0.entry((args.spec().name, param.name)).or_insert([share, share]);
                *span = [span[0].min(share), span[1].max(share)];
            }
        }
    }

    /// The usual values of a parameter of a node in a domain of this size.
    pub(super) fn usual(&self, node: &str, param: &'static ParamSpec, size: f64) -> Option<[f64; 2]> {
        let known = self.0.iter().find(|((of, name), _)| *of == node && *name == param.name);
        known.map(|(_, span)| span.map(|value| value * unit_size(param, size)))
    }
}

fn unit_size(param: &ParamSpec, size: f64) -> f64 {
    if param.unit == Unit::Metres { size } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_those_of_the_presets() {
        let text = |size: &str, wavelength: &str| {
            format!(
                "orogen = 1\ndomain.size = \"{size}\"\nheight.field = \"a\"\n[fields.a]\ntype = \"fbm\"\nwavelength = \"{wavelength}\"\n"
            )
        };
        let presets = [("4 km", "1 km"), ("100 km", "5 km")]
            .map(|(size, wavelength)| Preset { name: "test", text: text(size, wavelength).leak() });
        let spans = Spans::of(&presets);
        let fbm = registry().get("fbm").unwrap();
        assert_eq!(spans.usual("fbm", fbm.param("wavelength").unwrap(), 8000.0), Some([400.0, 2000.0]));
        assert_eq!(spans.usual("fbm", fbm.param("gain").unwrap(), 8000.0), None, "no preset gives it");
    }
}
