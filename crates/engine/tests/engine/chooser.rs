//! Recipes with any parameters, chosen by numbers.

use std::fmt::Write as _;

use orogen_engine::nodes::registry;
use orogen_engine::recipe::spec::{Group, NodeSpec, ParamKind, ParamSpec};

/// Inputs with several kinds of ranges: two small, one of some tens, and the others far from zero, large and small.
pub(crate) const INPUTS: &str = "[fields.a]\ntype = 'fbm'\nwavelength = 90.0\noctaves = 3\n\
    [fields.b]\ntype = 'ridged'\nwavelength = 140.0\noctaves = 2\n\
    [fields.tens]\ntype = 'offset'\ninput = '30 * a'\namount = 45.0\n\
    [fields.high]\ntype = 'offset'\ninput = 'a'\namount = 3000.0\n\
    [fields.large]\ntype = 'scale'\ninput = 'a'\nfactor = -8.0e5\n\
    [fields.small]\ntype = 'scale'\ninput = 'b'\nfactor = 1.0e-5\n";

/// Makes choices from numbers in [0, 1); when they are used up, it chooses the first of everything.
pub(crate) struct Chooser<'a>(std::slice::Iter<'a, f64>);

impl<'a> Chooser<'a> {
    pub(crate) fn new(choices: &'a [f64]) -> Self {
        Self(choices.iter())
    }

    fn unit(&mut self) -> f64 {
        self.0.next().copied().unwrap_or(0.0)
    }

    fn among<T: Copy>(&mut self, all: &[T]) -> T {
        all[(self.unit() * all.len() as f64) as usize]
    }

    fn flip(&mut self) -> bool {
        self.unit() < 0.5
    }

    /// An end of the range, a small number, a number of any magnitude, or any number in the range.
    fn number(&mut self, min: f64, max: f64) -> f64 {
        let (kind, sign, part) = (self.unit(), if self.flip() { 1.0 } else { -1.0 }, self.unit());
        let number = match kind {
            k if k < 0.15 => min,
            k if k < 0.3 => max,
            k if k < 0.5 => sign * part * 2.0,
            k if k < 0.7 => sign * 10.0_f64.powf(18.0 * part - 9.0),
            _ => min + part * (max - min),
        };
        number.clamp(min, max)
    }

    fn value(&mut self, param: &ParamSpec) -> String {
        match param.kind {
            // Fine solutions take seconds.
            _ if param.name == "detail" => format!("{:?}", 25.0 + 200.0 * self.unit()),
            // Other values are refused.
            _ if param.name == "keep" => format!("{:?}", 160.0 + 800.0 * self.unit()),
            ParamKind::Number { min, max, .. } => format!("{:?}", self.number(min, max)),
            ParamKind::Flag { .. } => self.flip().to_string(),
            ParamKind::Choice { options, .. } => format!("'{}'", self.among(options).0),
            ParamKind::Octaves { .. } => self.among(&["'auto'", "1", "2", "5", "9", "32"]).to_owned(),
            ParamKind::Roughness => {
                format!("{{ coarse = {:?}, fine = {:?} }}", self.number(0.0, 1.0), self.number(0.0, 1.0))
            }
            ParamKind::Points => self.points(),
            ParamKind::File => "'smooth.png'".to_owned(),
            ParamKind::Text => "'roads'".to_owned(),
            ParamKind::Basis { .. } => self.basis(),
        }
    }

    fn points(&mut self) -> String {
        let count = 2 + (self.unit() * 6.0) as usize;
        let mut inputs: Vec<_> = (0..count).map(|_| self.number(-1.1e9, 1.1e9)).collect();
        inputs.sort_by(f64::total_cmp);
        let points: Vec<_> = inputs.into_iter().map(|x| [x, self.number(-1.1e9, 1.1e9)]).collect();
        format!("{points:?}")
    }

    fn basis(&mut self) -> String {
        let bases = registry().nodes().iter().filter(|spec| spec.group == Group::Basis);
        let spec = self.among(&bases.copied().collect::<Vec<_>>());
        let mut text = format!("{{ type = '{}'", spec.name);
        for param in spec.params.iter().filter(|param| !param.field_only) {
            write!(text, ", {} = {}", param.name, self.value(param)).unwrap();
        }
        text + " }"
    }

    /// A field `x` of the node.
    pub(crate) fn field(&mut self, spec: &NodeSpec) -> String {
        let mut text = format!("[fields.x]\ntype = '{}'\n", spec.name);
        for input in spec.inputs {
            let [low, high] = [0.5, -7.0e8].map(|number: f64| {
                let [least, most] = input.numbers;
                format!("{:?}", number.clamp(least, most))
            });
            let any = ["'a'", "'b'", "'high'", "'large'", "'small'", &low, &high];
            // An input with a range is refused if it has no value in the range.
            let is_bounded = input.numbers[0] > f64::MIN;
            let read = if is_bounded { self.among(&["'tens'", &low, &high]) } else { self.among(&any) };
            writeln!(text, "{} = {read}", input.name).unwrap();
        }
        // One of the three ways to set how amplitudes fall.
        let fall = self.among(&["gain", "hurst", "roughness"]);
        for param in spec.params {
            let other = ["gain", "hurst", "roughness"].contains(&param.name) && param.name != fall;
            let is_needed = param.is_required() || param.kind == ParamKind::File || param.name == "detail";
            if !other && (is_needed || self.unit() < 0.7) {
                writeln!(text, "{} = {}", param.name, self.value(param)).unwrap();
            }
        }
        text
    }
}
