//! The meaning of a recipe as one stable text, to hash.

use std::fmt::Write as _;

use super::args::{ArgValue, Args};
use super::spec::Octaves;
use super::{
    Air, Clouds, Domain, DomainKind, Field, Fog, Input, Material, Noise, NumberKey, Reach, Recipe, Sand,
    ScatterKind, View, color,
};

impl Recipe {
    /// A text in a standard form, with all values of the recipe that decide its terrain and its pictures.
    ///
    /// Defaults are included, except most of those of `[view]`. Fields and parameters are sorted, and numbers are the shortest
    /// decimals that read back to the same value. The text has no comments, no units and no name of the recipe. The order of the
    /// recipe's keys and tables does not matter, apart from the order of the materials. Images, shapes and strokes appear as
    /// paths; their files are not read.
    ///
    /// Heights do not depend on the table `[view]`, which describes pictures. The text always has the palette of this table, and
    /// other values of the table only if they differ from their defaults.
    ///
    /// The text is itself a recipe. Read in the same folder, it has the same canonical text and gives the same terrain.
    pub fn canonical(&self) -> String {
        let mut lines = vec![
            ("orogen".to_owned(), self.version.to_string()),
            ("seed".to_owned(), seed(self.seed)),
            ("domain.kind".to_owned(), text(self.domain.kind.name())),
            ("domain.samples".to_owned(), self.domain.samples.to_string()),
            ("height.field".to_owned(), text(&self.height.field)),
            ("height.scale".to_owned(), number(self.height.scale)),
            ("height.offset".to_owned(), number(self.height.offset)),
            ("view.palette".to_owned(), text(self.view.palette.name())),
        ];
        push_domain(&mut lines, &self.domain);
        if let Some(sea) = &self.sea {
            lines.push(("sea.level".to_owned(), number(sea.level)));
        }
        if let Some(water) = &self.water {
            lines.push(("water.field".to_owned(), text(&water.field)));
        }
        if !self.materials.is_empty() {
            let materials: Vec<_> = self.materials.iter().map(material).collect();
            lines.push(("materials".to_owned(), format!("[{}]", materials.join(", "))));
        }
        if !self.scatter.is_empty() {
            let kinds: Vec<_> = self.scatter.iter().map(scattered).collect();
            lines.push(("scatter".to_owned(), format!("[{}]", kinds.join(", "))));
        }
        if let Some(sculpt) = &self.sculpt {
            lines.push(("sculpt.strokes".to_owned(), text(&sculpt.written)));
        }
        push_view(&mut lines, &self.view, &self.domain);
        for field in self.defined_fields() {
            push_field(&mut lines, field);
        }
        lines.sort();
        lines.into_iter().fold(String::new(), |text, (key, value)| text + &key + " = " + &value + "\n")
    }
}

/// A material as an inline table. The order of materials matters.
fn material(material: &Material) -> String {
    let mut table = format!("{{ name = {}, color = {}", text(&material.name), color::written(material.color));
    push_rules(&mut table, material.height, material.slope, material.curvature);
    table.extend(material.noise.as_ref().map(|rule| format!(", noise = {}", noise(rule))));
    table + " }"
}

/// A scattered kind as an inline table. Its place in the list is its number in some files.
fn scattered(kind: &ScatterKind) -> String {
    let mut table = format!(
        "{{ name = {}, shape = {}, color = {}, spacing = {}",
        text(&kind.name),
        text(kind.shape.name()),
        color::written(kind.color),
        number(kind.spacing)
    );
    let names: Vec<_> = kind.rules.materials.iter().map(|name| text(name)).collect();
    if !names.is_empty() {
        table += &format!(", materials = [{}]", names.join(", "));
    }
    push_rules(&mut table, kind.rules.height, kind.rules.slope, kind.rules.curvature);
    let noises: Vec<_> = kind.rules.noises.iter().map(noise).collect();
    if !noises.is_empty() {
        table += &format!(", noise = [{}]", noises.join(", "));
    }
    if kind.rules.under_water {
        table += ", under_water = true";
    }
    table += &format!(", scale = {:?}, yaw = {:?}, tilt = {}", kind.scale, kind.yaw, number(kind.tilt));
    table.extend(kind.seed.map(|value| format!(", seed = {}", seed(value))));
    table + " }"
}

/// Adds the rules about the ground.
fn push_rules(table: &mut String, height: Option<Reach>, slope: Option<Reach>, curvature: Option<Reach>) {
    for (key, reach) in [("height", height), ("slope", slope), ("curvature", curvature)] {
        table.extend(reach.map(|reach| format!(", {key} = {:?}", reach.numbers())));
    }
}

/// A rule about a field.
fn noise(rule: &Noise) -> String {
    format!("{{ field = {}, range = {:?} }}", text(&rule.field), rule.reach.numbers())
}

fn push_domain(lines: &mut Vec<(String, String)>, domain: &Domain) {
    match domain.kind {
        DomainKind::Planet(sphere) => lines.push(("domain.radius".to_owned(), number(sphere.radius()))),
        DomainKind::Plane | DomainKind::Space => {
            lines.push(("domain.size".to_owned(), number(domain.size)));
            lines.push(("domain.tile".to_owned(), domain.tile.to_string()));
        }
    }
    if domain.kind == DomainKind::Space {
        lines.push(("domain.z".to_owned(), number(domain.z)));
    }
}

/// Adds air, fog, clouds, stones, trees and sand if they differ from their defaults. So the texts of recipes that are older than these
/// keys have not changed.
fn push_view(lines: &mut Vec<(String, String)>, view: &View, domain: &Domain) {
    if view.air != Air::default() {
        lines.push(("view.air".to_owned(), text(view.air.name())));
    }
    if view.haze != view.air.haze() {
        lines.push(("view.haze".to_owned(), number(view.haze)));
    }
    if let Some(fog) = &view.fog {
        lines.extend(Fog::NUMBERS.iter().map(|key| (format!("view.fog.{}", key.name), number(key.get(fog)))));
    }
    if let Some(clouds) = &view.clouds {
        let line = |key: &NumberKey<Clouds>| (format!("view.clouds.{}", key.name), number(key.get(clouds)));
        lines.extend(Clouds::numbers(domain).iter().map(line));
    }
    for key in [View::STONES, View::TREES].iter().filter(|key| key.get(view) != key.get(&View::default())) {
        lines.push((format!("view.{}", key.name), number(key.get(view))));
    }
    let (sand, usual) = (&view.sand, Sand::default());
    for key in Sand::COLORS.iter().filter(|key| key.get(sand) != key.get(&usual)) {
        lines.push((format!("view.sand.{}", key.name), color::written(key.get(sand))));
    }
    for key in Sand::NUMBERS.iter().filter(|key| key.get(sand) != key.get(&usual)) {
        lines.push((format!("view.sand.{}", key.name), number(key.get(sand))));
    }
}

fn push_field(lines: &mut Vec<(String, String)>, field: &Field) {
    // A field of a used recipe has a dot in its name.
    let key = match field.name.contains('.') {
        true => format!("fields.{}", text(&field.name)),
        false => format!("fields.{}", field.name),
    };
    for (spec, input) in field.spec.inputs.iter().zip(&field.inputs) {
        let value = match input {
            Input::Field(name, _) => text(name),
            Input::Number(value, _) => number(*value),
        };
        lines.push((format!("{key}.{}", spec.name), value));
    }
    if let Some(displace) = &field.displace {
        lines.push((format!("{key}.displace.by"), text(&displace.by)));
        lines.push((format!("{key}.displace.strength"), number(displace.strength)));
    }
    push_args(lines, &key, &field.args);
}

fn push_args(lines: &mut Vec<(String, String)>, key: &str, args: &Args) {
    lines.push((format!("{key}.type"), text(args.spec.name)));
    if let Some(value) = args.seed {
        lines.push((format!("{key}.seed"), seed(value)));
    }
    for (name, arg) in &args.values {
        let key = format!("{key}.{name}");
        let value = match &arg.value {
            ArgValue::Absent => continue,
            ArgValue::Basis(args) => {
                push_args(lines, &key, args);
                continue;
            }
            ArgValue::Number(value) => number(*value),
            ArgValue::Flag(value) => value.to_string(),
            ArgValue::Choice(value) => text(value),
            ArgValue::Octaves(Octaves::Auto) => text("auto"),
            ArgValue::Octaves(Octaves::Count(count)) => count.to_string(),
            ArgValue::Roughness { coarse, fine } => {
                format!("{{ coarse = {}, fine = {} }}", number(*coarse), number(*fine))
            }
            ArgValue::Points(points) => format!("{points:?}"),
            ArgValue::File { written, .. } => text(written),
            ArgValue::Text(written) => text(written),
        };
        lines.push((key, value));
    }
}

/// The shortest decimal that reads back to the same number.
fn number(value: f64) -> String {
    format!("{value:?}")
}

/// Always in quotes: half of all seeds are too large for the integers of other TOML readers.
fn seed(value: u64) -> String {
    format!("\"{value:#018x}\"")
}

/// A TOML string.
fn text(value: &str) -> String {
    let mut quoted = String::from("\"");
    for character in value.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            // Writing to a string cannot fail.
            control if control.is_control() => _ = write!(quoted, "\\u{:04x}", u32::from(control)),
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
