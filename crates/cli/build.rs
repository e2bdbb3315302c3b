//! Embeds the recipes of the folder `recipes/` as presets.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../recipes").canonicalize()?;
    // For a folder, cargo watches its list of files and every file.
    println!("cargo::rerun-if-changed={}", folder.display());
    let paths =
        fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    let mut recipes: Vec<PathBuf> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
    recipes.sort();
    let entries: String = recipes
        .iter()
        .filter_map(|path| Some((path.file_stem()?.to_str()?, path)))
        .map(|(name, path)| format!("    ({name:?}, include_str!({path:?})),\n"))
        .collect();
    let target = Path::new(&env::var("OUT_DIR")?).join("presets.rs");
    fs::write(target, format!("&[\n{entries}]\n"))?;
    Ok(())
}
