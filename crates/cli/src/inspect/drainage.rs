//! How a terrain drains, as text and as JSON.

use orogen_erosion::drainage::{Drainage, Law};
use serde_json::Value;

use super::height_field::HeightField;

/// The drainage of a terrain, or why it cannot be measured.
pub(crate) struct Drained(pub(crate) Result<Drainage, String>);

impl Drained {
    /// Measures the largest centred square.
    pub(crate) fn of(field: &HeightField) -> Self {
        let Some(scale) = &field.scale else { return Self(Err("unknown scale".to_owned())) };
        let side = field.columns.min(field.rows);
        let (left, top) = ((field.columns - side) / 2, (field.rows - side) / 2);
        let rows = field.heights.chunks_exact(field.columns).skip(top).take(side);
        let square: Vec<f32> = rows.flat_map(|row| &row[left..][..side]).copied().collect();
        Self(Drainage::of(&square, side, scale.spacing).map_err(|why| why.to_string()))
    }

    /// The names and values of a table.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        let drainage = match &self.0 {
            Ok(drainage) => drainage,
            Err(why) => return vec![("drainage", format!("none: {why}"))],
        };
        let rivers = match (drainage.in_valleys, drainage.on_ridges) {
            (Some(valleys), Some(ridges)) => {
                format!("{:.1} % in valleys, {:.1} % on ridges", 100.0 * valleys, 100.0 * ridges)
            }
            _ => "none".to_owned(),
        };
        let skew =
            drainage.curvature_skew.map_or("none: flat terrain".to_owned(), |skew| format!("{skew:.2}"));
        let law = |law: Option<Law>| match law {
            Some(Law { exponent, r2 }) => format!("{exponent:.2}, R² = {r2:.2}"),
            None => "none: too few rivers".to_owned(),
        };
        vec![
            ("undrained", format!("{:.2} % of the area", 100.0 * drainage.undrained)),
            ("rivers", rivers),
            ("curvature skew", skew),
            ("concavity", law(drainage.concavity)),
            ("Hack's exponent", law(drainage.hack)),
        ]
    }

    /// The figures as JSON: `null`, or an object.
    pub(crate) fn json(&self) -> Value {
        let Ok(drainage) = &self.0 else { return Value::Null };
        let law = |law: Option<Law>| {
            law.map(|Law { exponent, r2 }| serde_json::json!({ "exponent": exponent, "r2": r2 }))
        };
        serde_json::json!({
            "undrained": drainage.undrained,
            "rivers_in_valleys": drainage.in_valleys,
            "rivers_on_ridges": drainage.on_ridges,
            "curvature_skew": drainage.curvature_skew,
            "concavity": law(drainage.concavity),
            "hack": law(drainage.hack),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Drained;
    use crate::inspect::height_field::{HeightField, Scale};

    /// A plane with a pit near one end. The square in the middle does not contain the pit.
    #[test]
    fn of_a_rectangle_the_middle_is_measured() {
        let field = |columns: usize, rows: usize, pit: usize| {
            let height = |cell: usize| {
                let [x, y] = [cell % columns, cell / columns];
                let in_pit = x.abs_diff(pit) < 9 && y.abs_diff(20) < 9;
                if in_pit { -50.0 } else { y as f32 }
            };
            let scale = Some(Scale { spacing: 30.0, slopes: vec![], exact: false });
            let heights = (0..columns * rows).map(height).collect();
            HeightField { name: String::new(), columns, rows, heights, scale }
        };
        let undrained = |field: &HeightField| Drained::of(field).0.unwrap().undrained;
        assert_eq!(undrained(&field(400, 200, 50)), 0.0);
        assert!((undrained(&field(400, 200, 200)) - 17.0 * 17.0 / 40_000.0).abs() < 1e-9);
        let without_scale = HeightField { scale: None, ..field(200, 200, 50) };
        assert_eq!(Drained::of(&without_scale).0.unwrap_err(), "unknown scale");
    }
}
