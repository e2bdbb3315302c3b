//! The list of nodes to choose from, and the search in it.

use egui::{ComboBox, Key, PopupCloseBehavior, RichText, TextEdit, Ui, WidgetInfo};
use orogen_engine::recipe::Recipe;
use orogen_engine::recipe::spec::NodeSpec;

use super::number::named_choice;
use crate::document::nodes_for;

/// A menu of the nodes that exist on the recipe's domain, by group. Returns a newly chosen one.
pub(super) fn nodes_menu(ui: &mut Ui, recipe: &Recipe, chosen: &str) -> Option<&'static NodeSpec> {
    let mut new = None;
    let combo = ComboBox::from_id_salt("node")
        .selected_text(chosen)
        .width(150.0)
        .height(420.0)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let combo = combo.show_ui(ui, |ui| {
        let (query, enters) = search(ui);
        let mut specs: Vec<_> = nodes_for(recipe)
            .filter_map(|spec| {
                let texts = [spec.name, spec.group.name(), spec.summary, spec.help];
                Some((match_rank(&query, texts)?, spec))
            })
            .collect();
        specs.sort_by_key(|(rank, _)| *rank);
        let mut group = None;
        for (at, (_, spec)) in specs.into_iter().enumerate() {
            if query.is_empty() && group.replace(spec.group) != Some(spec.group) {
                ui.label(RichText::new(spec.group.name()).small().weak());
            }
            // Enter takes the first match.
            let is_marked = if query.is_empty() { spec.name == chosen } else { at == 0 };
            let option = ui.selectable_label(is_marked, spec.name).on_hover_text(spec.summary);
            if option.clicked() || enters && at == 0 {
                new = (spec.name != chosen).then_some(spec);
                ui.close();
            }
        }
    });
    named_choice(&combo.response, "node", chosen);
    new
}

/// The search field of the list of nodes, which has the focus when the list opens. Returns what to search for, and whether Enter
/// takes the first node that matches.
fn search(ui: &mut Ui) -> (String, bool) {
    let (pass, id) = (ui.ctx().cumulative_pass_nr(), ui.scope_id().with("search"));
    let before: Option<(u64, u64, String)> = ui.data(|data| data.get_temp(id));
    // A list that was not shown in the last frame has just opened.
    let before = before.filter(|(_, shown, _)| shown + 1 >= pass);
    let (opened, _, mut query) = before.unwrap_or((pass, pass, String::new()));
    let entry = ui.add(TextEdit::singleline(&mut query).hint_text("Search").desired_width(f32::INFINITY));
    entry.widget_info(|| WidgetInfo {
        label: Some("Search nodes".to_owned()),
        ..WidgetInfo::text_edit(true, "", &query, "Search")
    });
    // The click that opens the list takes the focus away in the first frame.
    if pass <= opened + 2 {
        entry.request_focus();
    }
    let enters = entry.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let enters = enters && !query.trim().is_empty();
    ui.data_mut(|data| data.insert_temp(id, (opened, pass, query.clone())));
    (query.trim().to_owned(), enters)
}

/// How well a node with a name, a group, a summary and a help text matches a search: less is better, and `None` is no match.
/// Everything matches an empty search equally.
pub(super) fn match_rank(query: &str, [name, group, summary, help]: [&str; 4]) -> Option<usize> {
    let query = query.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&query);
    let ranks = [name.starts_with(&*query), has(name), has(group), has(summary), has(help)];
    ranks.iter().position(|matches| *matches)
}

#[cfg(test)]
mod tests {
    use super::match_rank;

    #[test]
    fn names_match_better_than_purposes() {
        let node = ["ridges", "fractal", "sharp crests", "After Musgrave."];
        let ranks =
            ["", "Rid", "dges", "fract", " crest ", "musgrave", "dunes"].map(|query| match_rank(query, node));
        assert_eq!(ranks, [Some(0), Some(0), Some(1), Some(2), Some(3), Some(4), None]);
    }
}
