//! Rendered pictures of terrains: 8-bit sRGB as PNG, linear light as EXR.
//!
//! Unlike the products of a terrain, a picture is complete in memory before its first byte is written. Both formats name
//! the program that wrote them, so that pictures of orogen can be overwritten and others cannot.
//!
//! ```
//! use orogen_files::picture;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let path = folder.path().join("red.png");
//! picture::png(&path, [2, 1], &[255, 0, 0, 255, 0, 0])?.commit()?;
//! assert!(picture::is_replaceable(&path));
//! # Ok(())
//! # }
//! ```

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::Path;

use ::exr::image::{Encoding, Image, Layer, SpecificChannels};
use ::exr::math::Vec2;
use ::exr::meta::MetaData;
use ::exr::meta::attribute::Text;
use ::exr::meta::header::LayerAttributes;
use ::exr::prelude::WritableImage;

use crate::{FileError, PendingOutput};

/// The program name in the files.
const MAKER: &str = "orogen render";

/// The PNG keyword for the program name.
const SOFTWARE: &str = "Software";

/// Files written here contain the program name within this many bytes.
const HEAD: u64 = 4096;

/// Writes a PNG in sRGB: three bytes per pixel, row by row from the top.
///
/// # Errors
/// The folder is missing or cannot be written, the disk is full, or `pixels` does not have `3 × columns × rows` bytes.
pub fn png(path: &Path, [columns, rows]: [u32; 2], pixels: &[u8]) -> Result<PendingOutput, FileError> {
    // This encodes into memory, not into the file: the crate's compressor panics if its writer fails.
    let encoded = || {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, columns, rows);
        encoder.set_color(::png::ColorType::Rgb);
        encoder.set_depth(::png::BitDepth::Eight);
        encoder.set_source_srgb(::png::SrgbRenderingIntent::Perceptual);
        encoder.add_text_chunk(SOFTWARE.to_owned(), MAKER.to_owned())?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(pixels)?;
        writer.finish()?;
        Ok::<_, ::png::EncodingError>(bytes)
    };
    PendingOutput::of_bytes(path, &encoded().map_err(|error| encoding_error(path, "a PNG", &error))?)
}

/// Writes an EXR with the channels R, G and B as 32-bit floats: linear light with the primaries of sRGB, row by row from
/// the top. Lossless.
///
/// # Errors
/// The folder is missing or cannot be written, the disk is full, or `light` does not have `columns × rows` pixels.
pub fn exr(path: &Path, [columns, rows]: [u32; 2], light: &[[f32; 3]]) -> Result<PendingOutput, FileError> {
    let (columns, rows) = (columns as usize, rows as usize);
    if columns * rows != light.len() {
        return Err(encoding_error(
            path,
            "an EXR",
            &format!("the size is {columns} × {rows}, but {} pixels were given", light.len()),
        ));
    }
    let own = LayerAttributes {
        software_name: Some(Text::from(MAKER)),
        comments: Some(Text::from("linear light with the primaries of sRGB")),
        ..LayerAttributes::default()
    };
    let channels = SpecificChannels::rgb(|Vec2(column, row)| {
        let [red, green, blue] = light[row * columns + column];
        (red, green, blue)
    });
    let layer = Layer::new((columns, rows), own, Encoding::SMALL_LOSSLESS, channels);
    let mut bytes = Cursor::new(Vec::new());
    let written = Image::from_layer(layer).write().non_parallel().to_buffered(&mut bytes);
    written.map_err(|error| encoding_error(path, "an EXR", &error))?;
    PendingOutput::of_bytes(path, &bytes.into_inner())
}

/// Whether a picture may be written at `path`. True if the path does not exist or is a picture that orogen wrote. False for
/// a link: the new picture would replace the link itself.
pub fn is_replaceable(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        // If a part of the path is a file, nothing is below it.
        Err(error) => matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory),
        Ok(metadata) => {
            metadata.is_file() && head(path).is_ok_and(|head| maker(&head).as_deref() == Some(MAKER))
        }
    }
}

fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// The name of the program that wrote a PNG or EXR, from its first bytes.
fn maker(head: &[u8]) -> Option<String> {
    let of_png = || {
        let reader = ::png::Decoder::new(Cursor::new(head)).read_info().ok()?;
        let mut texts = reader.info().uncompressed_latin1_text.iter();
        texts.find(|chunk| chunk.keyword == SOFTWARE).map(|chunk| chunk.text.clone())
    };
    let of_exr = || {
        let metadata = MetaData::read_from_buffered(head, true).ok()?;
        metadata.headers.first()?.own_attributes.software_name.as_ref().map(Text::to_string)
    };
    of_png().or_else(of_exr)
}

fn encoding_error(path: &Path, what: &str, why: &dyn std::fmt::Display) -> FileError {
    FileError::new(path, format!("it cannot be written as {what}: {why}"), "choose another size or format")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [u32; 2] = [3, 2];

    #[test]
    fn bytes_come_back_as_srgb() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        let pixels: Vec<u8> = (0..18).map(|v| v * 13).collect();
        png(&path, SIZE, &pixels).unwrap().commit().unwrap();
        let decoder = ::png::Decoder::new(std::io::BufReader::new(File::open(&path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!(reader.info().srgb, Some(::png::SrgbRenderingIntent::Perceptual));
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, pixels);
        assert!(png(&path, [4, 2], &pixels).is_err());
    }

    /// Light is not limited to 1.
    #[test]
    fn light_comes_back_bit_by_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.exr");
        let light: Vec<[f32; 3]> = (0..6).map(|v| [v as f32 * 7.1, 1e-9, 1e5 + v as f32]).collect();
        exr(&path, SIZE, &light).unwrap().commit().unwrap();
        let image = ::exr::prelude::read_first_rgba_layer_from_file(
            &path,
            |size, _| vec![[0.0; 3]; size.area()],
            |all: &mut Vec<[f32; 3]>, Vec2(x, y), (r, g, b, _): (f32, f32, f32, f32)| {
                all[y * 3 + x] = [r, g, b];
            },
        );
        assert_eq!(image.unwrap().layer_data.channel_data.pixels, light);
        assert!(exr(&path, [4, 2], &light).is_err());
    }

    #[test]
    fn only_pictures_of_orogen_are_replaceable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        assert!(is_replaceable(&path));
        png(&path, SIZE, &[7; 18]).unwrap().commit().unwrap();
        assert!(is_replaceable(&path));
        exr(&path, SIZE, &[[1.0; 3]; 6]).unwrap().commit().unwrap();
        assert!(is_replaceable(&path));
        for maker in ["a photograph", "a letter about orogen render"] {
            fs::write(&path, maker).unwrap();
            assert!(!is_replaceable(&path), "{maker}");
        }
        assert!(!is_replaceable(folder.path()));
    }

    /// These pictures contain the name, but not as the program that wrote them.
    #[test]
    fn other_pictures_that_mention_the_name_are_not_replaceable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        for (keyword, text) in [("Comment", MAKER), (SOFTWARE, "not orogen render")] {
            let mut bytes = Vec::new();
            let mut encoder = ::png::Encoder::new(&mut bytes, 1, 1);
            encoder.add_text_chunk(keyword.to_owned(), text.to_owned()).unwrap();
            encoder.write_header().unwrap().write_image_data(&[7]).unwrap();
            fs::write(&path, &bytes).unwrap();
            assert!(!is_replaceable(&path), "{keyword}: {text}");
        }
        // A picture of orogen with a damaged first byte.
        for write in [|path: &Path| png(path, SIZE, &[7; 18]), |path: &Path| exr(path, SIZE, &[[1.0; 3]; 6])]
        {
            write(&path).unwrap().commit().unwrap();
            let mut bytes = fs::read(&path).unwrap();
            bytes[0] ^= 1;
            fs::write(&path, bytes).unwrap();
            assert!(!is_replaceable(&path));
        }
    }

    #[test]
    fn damaged_pictures_never_panic() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for write in [|path: &Path| png(path, SIZE, &[7; 18]), |path: &Path| exr(path, SIZE, &[[1.0; 3]; 6])]
        {
            write(&path).unwrap().commit().unwrap();
            let intact = head(&path).unwrap();
            assert_eq!(maker(&intact).as_deref(), Some(MAKER));
            for at in 0..intact.len() {
                for byte in [0, 0x7f, 0x80, 0xff] {
                    let mut damaged = intact.clone();
                    damaged[at] = byte;
                    maker(&damaged);
                }
                maker(&intact[..at]);
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_replaceable() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [picture, link, astray] =
            ["a.png", "link.png", "astray.png"].map(|name| folder.path().join(name));
        png(&picture, SIZE, &[7; 18]).unwrap().commit().unwrap();
        symlink(&picture, &link).unwrap();
        symlink(folder.path().join("nothing"), &astray).unwrap();
        assert!(is_replaceable(&picture) && !is_replaceable(&link) && !is_replaceable(&astray));
    }
}
