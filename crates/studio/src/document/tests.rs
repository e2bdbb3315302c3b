use std::fs;
use std::path::Path;
use std::sync::Arc;

use orogen_engine::recipe::{Recipe, RecipeError, Source};
use proptest::prelude::*;

use super::edit::{Edit, EditError, path_of};
use super::{Document, Fingerprint, StoreError, save};

const RECIPE: &str = "\
# Hills, by hand
orogen = 1      # version
name = 'Hills'
seed = 7

[domain]
size = \"4 km\"  # along a side

# What bends the next.
[fields.drift]
type = \"fbm\"
wavelength = \"1 km\"   # large
octaves = 3

[fields.hills]
type    =   \"swiss\"  # odd spaces
wavelength = 1500
displace = { by = \"drift\", strength = \"70 m\" } # a little
warp = 0.1

[height]
field = \"hills\"
scale = 100
# The end.
";

fn document() -> Document {
    Document::new("hills", RECIPE)
}

fn number(path: &str, value: f64) -> Edit {
    Edit::number(path_of(path), value)
}

/// Saves the document as the program does.
fn saved(document: &mut Document, path: &Path) -> Result<(), StoreError> {
    save(path, document.text())?;
    document.saved_to(path, document.shared_text());
    Ok(())
}

/// Applies an edit, and expects one replacement in the text.
fn changes(edit: &Edit, from: &str, to: &str) {
    let mut document = document();
    document.apply(edit).unwrap();
    assert!(RECIPE.contains(from), "{from}");
    assert_eq!(document.text(), RECIPE.replacen(from, to, 1), "{edit:?}");
    assert!(document.error().is_none(), "{:?}", document.error());
}

#[test]
fn numbers_change_and_nothing_else() {
    changes(&number("fields.drift.wavelength", 2250.0), "\"1 km\"   # large", "\"2.25 km\"   # large");
    changes(&number("fields.hills.wavelength", 900.0), "wavelength = 1500", "wavelength = 900");
    changes(&number("fields.hills.wavelength", 900.5), "wavelength = 1500", "wavelength = 900.5");
    changes(&number("fields.hills.displace.strength", 0.0), "\"70 m\" } # a", "\"0 m\" } # a");
    changes(&number("domain.size", 3500.0), "\"4 km\"  # along", "\"3.5 km\"  # along");
    changes(&number("seed", 8.0), "seed = 7", "seed = 8");
}

#[test]
fn missing_values_are_added_to_their_tables() {
    changes(&number("fields.drift.gain", 0.4), "octaves = 3\n", "octaves = 3\ngain = 0.4\n");
    changes(&number("height.offset", 5.0), "scale = 100\n", "scale = 100\noffset = 5.0\n");
    let edit = Edit::Number { path: path_of("fields.drift.seed"), value: 5.0, integer: true };
    changes(&edit, "octaves = 3\n", "octaves = 3\nseed = 5\n");
    let mut document = document();
    document.apply(&number("sea.level", 12.0)).unwrap();
    assert_eq!(document.recipe().unwrap().sea.as_ref().unwrap().level, 12.0);
    assert!(document.text().contains("# The end."));
    let mut bent = Document::new("bent", document.text());
    let word = Edit::Word { path: path_of("fields.drift.displace.by"), value: "hills".to_owned() };
    bent.apply(&word).unwrap();
    assert!(bent.text().contains("displace = { by = \"hills\" }"), "{}", bent.text());
}

#[test]
fn strings_flags_and_removals_keep_their_surroundings() {
    let word = |path: &str, value: &str| Edit::Word { path: path_of(path), value: value.to_owned() };
    changes(&word("fields.hills.type", "jordan"), "\"swiss\"  # odd", "\"jordan\"  # odd");
    changes(
        &Edit::Flag { path: path_of("domain.tile"), value: true },
        "# along a side\n",
        "# along a side\ntile = true\n",
    );
    changes(&Edit::Remove { path: path_of("fields.hills.warp") }, "warp = 0.1\n", "");
}

#[test]
fn fields_are_added_renamed_and_removed() {
    let mut document = document();
    let edit = Edit::RenameField { from: "drift".to_owned(), to: "bend".to_owned() };
    document.apply(&edit).unwrap();
    let expected = RECIPE.replace("[fields.drift]", "[fields.bend]").replace("\"drift\"", "\"bend\"");
    assert_eq!(document.text(), expected);
    assert!(document.error().is_none());
    let lines = vec![("value".to_owned(), "0.5".to_owned())];
    document.apply(&Edit::AddField { name: "flat".to_owned(), node: "constant".to_owned(), lines }).unwrap();
    assert!(document.text().ends_with("# The end.\n\n[fields.flat]\ntype = \"constant\"\nvalue = 0.5\n"));
    assert_eq!(document.recipe().unwrap().fields.len(), 3);
    document.apply(&Edit::RemoveField { name: "flat".to_owned() }).unwrap();
    assert_eq!(document.recipe().unwrap().fields.len(), 2);
    for (name, error) in [
        ("bend", EditError::NameTaken("bend".to_owned())),
        ("1st", EditError::InvalidName("1st".to_owned())),
        ("a.b", EditError::InvalidName("a.b".to_owned())),
    ] {
        let edit = Edit::RenameField { from: "hills".to_owned(), to: name.to_owned() };
        assert_eq!(document.apply(&edit), Err(error));
    }
}

#[test]
fn every_preset_keeps_its_layout_under_an_edit() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../orogen/recipes");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let mut document = Document::new("preset", text.as_str());
        let seed = document.recipe().unwrap().seed;
        document
            .apply(&Edit::Number { path: path_of("seed"), value: seed as f64 + 1.0, integer: true })
            .unwrap();
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let (before, after) = (lines(&text), lines(document.text()));
        let changed = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        assert_eq!((before.len(), changed), (after.len(), 1), "{}", path.display());
        assert_eq!(document.recipe().unwrap().seed, seed + 1);
    }
}

#[test]
fn a_drag_is_one_undo_and_a_second_drag_another() {
    let mut document = document();
    for value in [1.0, 2.0, 3.0] {
        document.apply(&number("height.scale", value)).unwrap();
    }
    document.end_undo_group();
    document.apply(&number("height.scale", 4.0)).unwrap();
    document.apply(&number("height.offset", 1.0)).unwrap();
    assert!(document.is_changed());
    let scale = |document: &Document| document.recipe().unwrap().height.scale;
    document.undo();
    assert_eq!(scale(&document), 4.0);
    document.undo();
    assert_eq!(scale(&document), 3.0);
    document.undo();
    assert_eq!((document.text(), can_undo_redo(&document)), (RECIPE, [false, true]));
    assert!(!document.is_changed());
    document.redo();
    assert_eq!(scale(&document), 3.0);
    document.apply(&number("height.scale", 9.0)).unwrap();
    assert_eq!(can_undo_redo(&document), [true, false]);
}

fn can_undo_redo(document: &Document) -> [bool; 2] {
    let (versions, current) = document.history();
    [current > 0, current + 1 < versions.len()]
}

#[test]
fn the_last_valid_recipe_stays_and_the_error_has_a_line() {
    let mut document = document();
    document.set_text(RECIPE.replace("\"swiss\"", "\"swis\""));
    let error = document.error().unwrap();
    assert_eq!((error.line(), error.help.contains("swiss")), (16, true), "{error}");
    assert_eq!(document.recipe().unwrap().fields["hills"].spec.name, "swiss");
    // A text that is not valid TOML cannot be edited.
    document.set_text("a = = 1");
    assert_eq!(document.apply(&number("seed", 1.0)), Err(EditError::NotToml));
    assert_eq!(document.text(), "a = = 1");
    document.undo();
    assert!(document.error().is_none());
}

#[test]
fn a_build_error_applies_to_its_revision_only() {
    let mut document = document();
    let source = Arc::new(Source::new("x", "x"));
    let late = RecipeError::new(&source, Default::default(), "no such picture");
    let before = document.revision();
    document.apply(&number("seed", 1.0)).unwrap();
    document.set_build_error(before, late.clone());
    assert!(document.error().is_none());
    document.set_build_error(document.revision(), late);
    assert!(document.error().is_some());
}

#[test]
fn saving_keeps_the_old_file_until_the_new_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut document = document();
    document.apply(&number("seed", 1.0)).unwrap();
    saved(&mut document, &path).unwrap();
    assert!(!document.is_changed());
    assert_eq!((document.title(), document.path()), ("mine", Some(path.as_path())));
    assert_eq!(fs::read_to_string(&path).unwrap(), document.text());
    document.apply(&number("seed", 2.0)).unwrap();
    let below = path.join("mine.toml");
    let error = saved(&mut document, &below).unwrap_err().to_string();
    assert!(error.contains("A file exists where a folder is needed"), "{error}");
    assert!(document.is_changed());
    assert_eq!(document.path(), Some(path.as_path()));
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["mine.toml"], "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_folders_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut document = document();
    saved(&mut document, &path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    document.apply(&number("seed", 2.0)).unwrap();
    saved(&mut document, &path).unwrap();
    let rights = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    assert_eq!(rights, 0o640, "a file keeps its permissions");
    fs::create_dir(folder.path().join("folder.toml")).unwrap();
    let error = saved(&mut document, &folder.path().join("folder.toml")).unwrap_err();
    assert!(error.to_string().contains("cannot be saved"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), document.text());
}

#[test]
fn an_external_change_is_taken_or_asked_about() {
    let other: Arc<str> = RECIPE.replace("seed = 7", "seed = 70").into();
    let mut document = document();
    document.file_changed(Some(Arc::clone(&other)));
    assert_eq!((document.text(), document.is_changed(), document.has_conflict()), (&*other, false, false));
    document.undo();
    assert_eq!(document.text(), RECIPE, "it can be undone");
    document.redo();
    document.apply(&number("height.scale", 5.0)).unwrap();
    let mine = document.text().to_owned();
    document.file_changed(Some(RECIPE.into()));
    assert!(document.has_conflict() && document.text() == mine);
    let mut keeps = document.clone();
    keeps.resolve_conflict(false);
    assert!(keeps.text() == mine && keeps.is_changed() && !keeps.has_conflict());
    document.resolve_conflict(true);
    assert!(document.text() == RECIPE && !document.is_changed());
    document.undo();
    assert_eq!(document.text(), mine);
}

#[test]
fn a_deleted_file_leaves_unsaved_changes() {
    let mut document = document();
    document.file_changed(None);
    assert!(document.is_changed() && document.text() == RECIPE);
    document.file_changed(Some(RECIPE.into()));
    assert!(!document.is_changed());
}

#[test]
fn a_check_returns_new_texts_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    fs::write(&path, "one").unwrap();
    let mut known = None;
    let check = |known: &mut Option<Fingerprint>| Fingerprint::check(&path, known, true).unwrap();
    assert_eq!(check(&mut known).as_deref(), Some("one"));
    assert_eq!(check(&mut known), None);
    let mut written = Some(Fingerprint::of_text("one"));
    assert_eq!(check(&mut written), None, "our own text is not a change");
    assert_eq!(written, known);
    fs::write(&path, "two").unwrap();
    assert_eq!(check(&mut known).as_deref(), Some("two"));
    fs::remove_file(&path).unwrap();
    assert!(Fingerprint::check(&path, &mut known, true).is_err());
    fs::write(&path, [0xff, 0xfe]).unwrap();
    let error = Fingerprint::check(&path, &mut known, true).unwrap_err().to_string();
    assert!(error.ends_with("it is not UTF-8 text"), "{error}");
}

#[test]
fn an_edit_replaces_former_names() {
    let former = RECIPE.replace("wavelength", "feature");
    let mut document = Document::new("hills", former.clone());
    document.apply(&number("fields.hills.wavelength", 900.0)).unwrap();
    assert_eq!(document.text(), RECIPE.replace("wavelength = 1500", "wavelength = 900"));
    assert!(document.error().is_none(), "{:?}", document.error());
    document.undo();
    assert_eq!(document.text(), former);
}

proptest! {
    /// The engine reads the number that was set, and the rest of the text stays.
    #[test]
    fn numbers_are_read_as_they_are_set(value in 1e-3..1e7f64, warp in 0.0..1.0f64) {
        let mut document = document();
        document.apply(&number("fields.drift.wavelength", value)).unwrap();
        document.apply(&number("fields.hills.warp", warp)).unwrap();
        let recipe: &Recipe = document.recipe().unwrap();
        let read = recipe.fields["drift"].args.number("wavelength");
        prop_assert!((read / value - 1.0).abs() < 1e-11, "{read} {value}");
        prop_assert_eq!(recipe.fields["hills"].args.number("warp"), warp);
        prop_assert_eq!(document.text().lines().count(), RECIPE.lines().count());
    }

    /// Any text is accepted, and undo always works.
    #[test]
    fn any_text_can_be_typed(text in "[ -~\n\u{e9}]{0,200}") {
        let mut document = document();
        document.set_text(text.as_str());
        prop_assert_eq!(document.text(), text.as_str());
        document.undo();
        prop_assert_eq!(document.text(), RECIPE);
        prop_assert!(document.error().is_none());
    }
}

/// A missing table is added on separate lines.
#[test]
fn strokes_get_their_own_table() {
    let text = "orogen = 1\ndomain.size = 500.0\nheight.field = \"a\"\n\n[fields.a]\ntype = \"fbm\" # noise\nwavelength = 90.0\n";
    let mut document = Document::new("mine", text);
    document.name_strokes("mine.strokes").unwrap();
    assert_eq!(document.text(), format!("{text}\n[sculpt]\nstrokes = \"mine.strokes\"\n"));
    assert!(document.recipe().unwrap().sculpt.is_some());
    document.name_strokes("other.strokes").unwrap();
    assert_eq!(document.text(), format!("{text}\n[sculpt]\nstrokes = \"other.strokes\"\n"));
    assert_eq!(can_undo_redo(&document), [false, false], "no change of the recipe");
}

#[test]
fn earlier_texts_name_the_current_stroke_file() {
    let strokes =
        |document: &Document| document.recipe().unwrap().sculpt.as_ref().map(|sculpt| sculpt.written.clone());
    let mut document = document();
    document.apply(&number("seed", 8.0)).unwrap();
    document.name_strokes("mine.strokes").unwrap();
    document.apply(&number("seed", 9.0)).unwrap();
    // Saved elsewhere, with its strokes.
    document.name_strokes("new.strokes").unwrap();
    for seed in [8, 7] {
        document.undo();
        assert_eq!(
            (document.recipe().unwrap().seed, strokes(&document).as_deref()),
            (seed, Some("new.strokes"))
        );
    }
    document.redo();
    document.redo();
    assert_eq!((document.recipe().unwrap().seed, strokes(&document).as_deref()), (9, Some("new.strokes")));
    // A name typed by the user is an ordinary change.
    let own = document.text().replace("new.strokes", "own.strokes");
    document.set_text(own);
    document.end_undo_group();
    document.apply(&Edit::Remove { path: path_of("sculpt") }).unwrap();
    document.undo();
    assert_eq!(strokes(&document).as_deref(), Some("own.strokes"));
    document.undo();
    assert_eq!(strokes(&document).as_deref(), Some("new.strokes"));
    document.redo();
    document.redo();
    assert_eq!(strokes(&document), None);
}

#[test]
fn earlier_texts_keep_their_own_stroke_files() {
    let mut document = document();
    // Painted; then the user removes the strokes from the text and paints again.
    document.name_strokes("one.strokes").unwrap();
    document.apply(&Edit::Remove { path: path_of("sculpt") }).unwrap();
    document.name_strokes("two.strokes").unwrap();
    document.undo();
    assert_eq!(document.strokes(), Some("one.strokes"));
    document.redo();
    assert_eq!(document.strokes(), Some("two.strokes"));
    // Removed strokes stay removed, even if the file is renamed meanwhile.
    document.apply(&Edit::Remove { path: path_of("sculpt") }).unwrap();
    document.undo();
    document.name_strokes("three.strokes").unwrap();
    document.redo();
    assert_eq!(document.strokes(), None);
    // A recipe that has strokes from the start, and is saved elsewhere after a change.
    let mut document = Document::new("x", format!("{RECIPE}\n[sculpt]\nstrokes = \"mine.strokes\"\n"));
    document.apply(&number("seed", 8.0)).unwrap();
    document.name_strokes("moved.strokes").unwrap();
    document.undo();
    assert_eq!((document.recipe().unwrap().seed, document.strokes()), (7, Some("moved.strokes")));
    // The user's own strokes move with the recipe. The text before had none.
    let mut document = self::document();
    document.set_text(format!("{RECIPE}\n[sculpt]\nstrokes = \"own.strokes\"\n"));
    document.name_strokes("moved.strokes").unwrap();
    document.undo();
    assert_eq!(document.strokes(), None);
    document.redo();
    assert_eq!(document.strokes(), Some("moved.strokes"));
}

#[test]
fn a_swapped_text_gets_the_current_strokes() {
    let mut document = document();
    let kept = document.shared_text();
    document.apply(&number("seed", 8.0)).unwrap();
    document.name_strokes("mine.strokes").unwrap();
    document.swap_text(Arc::clone(&kept));
    assert_eq!((document.recipe().unwrap().seed, document.strokes()), (7, Some("mine.strokes")));
    document.undo();
    assert_eq!((document.recipe().unwrap().seed, document.strokes()), (8, Some("mine.strokes")));
    // With an error, the last valid recipe is shown, with the strokes.
    document.set_text(format!("{kept}\nnosuch = 1\n[sculpt]\nstrokes = \"mine.strokes\"\n"));
    assert!(document.error().is_some() && document.valid_text().contains("mine.strokes"));
}

#[test]
fn grouped_edits_are_atomic_and_undone_together() {
    let mut document = document();
    let both = [number("fields.drift.displace.strength", 9.0), number("height.scale", 3.0)];
    document.apply(&Edit::All(both.to_vec())).unwrap();
    document.undo();
    assert_eq!(document.text(), RECIPE);
    let [good, _] = both;
    assert!(document.apply(&Edit::All(vec![good, number("seed.of.what", 1.0)])).is_err());
    assert_eq!(document.text(), RECIPE);
}
