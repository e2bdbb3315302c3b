//! Thumbnails that are kept between runs: PNG files in the state folder, named by a digest of all that a picture depends on.
//!
//! PNG has checksums, so a damaged file is noticed, and its thumbnail is made again.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use orogen_engine::recipe::Recipe;

use super::image_cache::stamps;
use crate::document::replace;
use crate::draft::Rgba;

/// The number of files that are kept.
const MAX_FILES: usize = 256;

/// Increases when thumbnails of the same recipe change.
const VERSION: u32 = 1;

/// The kept thumbnails.
#[derive(Clone, Debug)]
pub(super) struct ThumbnailCache {
    /// `None` if nothing is kept.
    folder: Option<PathBuf>,
}

/// The name of a recipe's thumbnail: a digest of the recipe, of the times and lengths of the files that it reads, and of the
/// program's version.
pub(super) fn digest(recipe: &Recipe, size: [usize; 2]) -> String {
    let mut facts = format!("{VERSION} {} {size:?}\n", env!("CARGO_PKG_VERSION"));
    for (path, stamp) in stamps(recipe) {
        // Writing to a string cannot fail.
        _ = writeln!(facts, "{path:?} {stamp:?}");
    }
    facts.push_str(&recipe.source.text);
    blake3::hash(facts.as_bytes()).to_hex().to_string()
}

impl ThumbnailCache {
    /// The cache of a program with this state folder.
    pub(super) fn new(state: Option<PathBuf>) -> Self {
        Self { folder: state.map(|state| state.join("thumbnails")) }
    }

    fn file(&self, digest: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{digest}.png")))
    }

    /// Reads a thumbnail of this size. `None` if there is none, or its file is damaged.
    pub(super) fn read(&self, digest: &str, size: [usize; 2]) -> Option<Rgba> {
        let file = File::open(self.file(digest)?).ok()?;
        read(BufReader::new(file)).filter(|picture| picture.size == size)
    }

    /// Keeps a thumbnail. The file gets its name once all of it is on disk. Errors are ignored: the thumbnail is made again in
    /// the next run.
    pub(super) fn keep(&self, digest: &str, picture: &Rgba) {
        let (Some(folder), Some(file)) = (&self.folder, self.file(digest)) else { return };
        if fs::create_dir_all(folder).is_ok() {
            _ = replace(&file, |to| write(to, picture).map_err(std::io::Error::other));
            prune(folder, MAX_FILES);
        }
    }
}

fn read(file: BufReader<File>) -> Option<Rgba> {
    let mut reader = png::Decoder::new(file).read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut bytes).ok()?;
    // Reads to the end, with the last checksum.
    reader.finish().ok()?;
    if frame.color_type != png::ColorType::Rgb || frame.bit_depth != png::BitDepth::Eight {
        return None;
    }
    let size = [frame.width, frame.height].map(|side| side as usize);
    let bytes = bytes.chunks_exact(3).flat_map(|colour| [colour[0], colour[1], colour[2], 255]).collect();
    Some(Rgba { size, bytes })
}

fn write(to: impl Write, picture: &Rgba) -> Result<(), png::EncodingError> {
    let [columns, rows] = picture.size.map(|side| side as u32);
    let mut encoder = png::Encoder::new(to, columns, rows);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let colours: Vec<u8> =
        picture.bytes.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours)?;
    writer.finish()
}

/// Removes the oldest files beyond a number of files.
fn prune(folder: &Path, most: usize) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> =
        entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()))).collect();
    files.sort_unstable();
    let excess = files.len().saturating_sub(most);
    files.drain(..excess).for_each(|(_, file)| _ = fs::remove_file(file));
}

#[cfg(test)]
mod tests {
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;

    use super::*;

    fn picture() -> Rgba {
        let pixel = |at: usize| [at as u8, (3 * at) as u8, (at / 7) as u8, 255];
        Rgba { size: [20, 12], bytes: (0..240).flat_map(pixel).collect() }
    }

    #[test]
    fn a_kept_thumbnail_is_the_same_picture() {
        let folder = tempfile::tempdir().unwrap();
        let cache = ThumbnailCache::new(Some(folder.path().to_owned()));
        assert_eq!(cache.read("a", [20, 12]), None);
        cache.keep("a", &picture());
        assert_eq!(cache.read("a", [20, 12]), Some(picture()));
        assert_eq!(cache.read("a", [12, 20]), None, "another size is another picture");
        assert_eq!(
            fs::read_dir(folder.path().join("thumbnails")).unwrap().count(),
            1,
            "no temporary file is left"
        );
    }

    /// Whichever byte of a file is changed, and wherever it is cut off, no wrong picture is shown.
    #[test]
    fn damaged_files_are_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let cache = ThumbnailCache::new(Some(folder.path().to_owned()));
        cache.keep("a", &picture());
        let file = cache.file("a").unwrap();
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            for bytes in [&damaged[..], &whole[..at]] {
                fs::write(&file, bytes).unwrap();
                let shown = cache.read("a", [20, 12]);
                assert!(shown.is_none_or(|shown| shown == picture()), "byte {at} of {}", bytes.len());
            }
        }
        fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(cache.read("a", [20, 12]), None);
        cache.keep("a", &picture());
        assert_eq!(cache.read("a", [20, 12]), Some(picture()), "a damaged file is replaced");
    }

    #[test]
    fn the_oldest_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for at in 0..9 {
            let file = File::create(folder.path().join(format!("{at}.png"))).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(at)).unwrap();
        }
        prune(folder.path(), 4);
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort_unstable();
        assert_eq!(left, ["5.png", "6.png", "7.png", "8.png"]);
    }

    #[test]
    fn the_digest_follows_the_text_and_the_files_that_it_reads() {
        let folder = tempfile::tempdir().unwrap();
        let picture = folder.path().join("dem.png");
        let digest_of = |text: &str| {
            let source = Source::new("mine", text.to_owned()).in_folder(folder.path());
            digest(&Recipe::parse(source, nodes::registry()).unwrap(), [4, 3])
        };
        let text = "orogen = 1\ndomain.size = 900\nheight.field = \"a\"\n[fields.a]\ntype = \"image\"\nfile = \"dem.png\"\n";
        fs::write(&picture, "1").unwrap();
        let first = digest_of(text);
        assert_eq!(digest_of(text), first);
        assert_ne!(digest_of(&text.replace("900", "901")), first);
        fs::write(&picture, "22").unwrap();
        assert_ne!(digest_of(text), first, "the picture has changed");
    }
}
