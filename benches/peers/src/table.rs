//! The table: a row for each work, and a column for each contestant.

use std::fmt::Write;

use crate::contest::Results;
use crate::statistics::{median, quartiles};
use crate::work::Work;

/// The column of the reference, to which ratios are relative.
const REFERENCE: usize = 0;
/// The column of the reference's variant. The last column of the table compares works for both the reference and its variant.
const VARIANT: usize = 1;

/// Cells of text, headings first.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// The table of some results, in the order of the results.
    pub(crate) fn new(works: &[Work], contestants: &[&str], results: &Results) -> Self {
        let mut heading = vec!["work".to_owned()];
        heading.extend(contestants.iter().map(|&name| name.to_owned()));
        heading.push("Orogen's time per octave, aligned / turned".to_owned());
        let mut rows = vec![heading];
        for (work, entries) in works.iter().zip(results) {
            let mut row = vec![work.name.to_owned()];
            let cells = entries.iter().enumerate();
            row.extend(cells.map(|(column, rounds)| cell(column, rounds, &entries[REFERENCE])));
            row.push(comparison(works, results, work).unwrap_or_default());
            rows.push(row);
        }
        Self { rows }
    }

    /// The table as text. The cells of a column are padded to one width; Markdown has bars between them.
    pub(crate) fn print(&self, markdown: bool) -> String {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<_> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let cells: Vec<_> =
                row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            line(&mut text, &cells, markdown);
            if index == 0 && markdown {
                let rules: Vec<_> = widths.iter().map(|&width| "-".repeat(width)).collect();
                line(&mut text, &rules, markdown);
            }
        }
        text
    }
}

fn line(text: &mut String, cells: &[String], markdown: bool) {
    let joined = if markdown { format!("| {} |", cells.join(" | ")) } else { cells.join("  ") };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", joined.trim_end());
}

/// A median, its spread, and the ratio to the reference; a dash for work that cannot be done.
fn cell(column: usize, rounds: &[f64], reference: &[f64]) -> String {
    if rounds.is_empty() {
        return "–".to_owned();
    }
    let [lower, median, upper] = quartiles(rounds);
    let figure = format!("{median:.2} ±{:.0}%", 50.0 * (upper - lower) / median);
    if column == REFERENCE { figure } else { format!("{figure} {}", times(ratio(rounds, reference))) }
}

/// The median of the rounds' ratios.
fn ratio(rounds: &[f64], reference: &[f64]) -> f64 {
    let ratios: Vec<_> = rounds.iter().zip(reference).map(|(a, b)| a / b).collect();
    median(&ratios)
}

fn times(ratio: f64) -> String {
    if ratio < 9.95 { format!("{ratio:.1}×") } else { format!("{ratio:.0}×") }
}

/// Orogen's times per octave in `work`, divided by its times per octave in the work that `work` is compared with.
fn comparison(works: &[Work], results: &Results, work: &Work) -> Option<String> {
    let index = works.iter().position(|other| other == work)?;
    let other = works.iter().position(|other| Some(other.name) == work.against)?;
    let octaves = f64::from(works[other].octaves) / f64::from(work.octaves);
    let [aligned, turned] =
        [REFERENCE, VARIANT].map(|column| octaves * ratio(&results[index][column], &results[other][column]));
    Some(format!("{aligned:.2} / {turned:.2} × {}", works[other].name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::WORKS;

    #[test]
    fn ratios_are_taken_round_by_round() {
        // The machine is busy from the second round on, but in the third round no longer for the second contestant.
        let results =
            vec![vec![vec![2.0, 20.0, 30.0], vec![4.0, 40.0, 30.0], vec![60.0, 600.0, 900.0], vec![]]];
        let table = Table::new(&WORKS[..1], &["a", "b", "c", "d"], &results);
        assert_eq!(table.rows[1][1..5], ["20.00 ±35%", "30.00 ±30% 2.0×", "600.00 ±35% 30×", "–"]);
    }

    #[test]
    fn works_are_compared_by_the_octave() {
        let of = |name: &str| *WORKS.iter().find(|work| work.name.contains(name)).unwrap();
        let works = [of("3D fBm 8, scattered"), of("patch")];
        let results = vec![vec![vec![8.0], vec![16.0]], vec![vec![8.0], vec![32.0]]];
        assert_eq!(comparison(&works, &results, &works[0]), None);
        assert_eq!(comparison(&works, &results, &works[1]).unwrap(), "0.50 / 1.00 × 3D fBm 8, scattered");
    }

    #[test]
    fn markdown_has_a_rule_under_the_headings() {
        let table = Table { rows: vec![vec!["a".into(), "b".into()], vec!["cc".into(), String::new()]] };
        assert_eq!(table.print(true), "| a  | b |\n| -- | - |\n| cc |   |\n");
        assert_eq!(table.print(false), "a   b\ncc\n");
    }
}
