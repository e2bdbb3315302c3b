//! Exports: what to write, and the command that writes the same.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use orogen_view::{GroundExtent, Style, Sun, Surface};

use crate::eye::Eye;

/// The file with the keys of a flight, in the folder of its frames.
pub const FLIGHT_FILE: &str = "flight.toml";

/// The first line of this file. A file without it is not the studio's.
pub const FLIGHT_HEADER: &str = "# Keys of a flight, written by the Orogen studio\n";

/// Frames per second of a flight.
pub const FRAME_RATE: u32 = 25;

/// An export to run.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportOrder {
    /// The recipe's text.
    pub text: Arc<str>,
    /// The recipe's file, or the path that it would have. Exported files are named after this file, and image paths are relative
    /// to its folder.
    pub path: PathBuf,
    /// The destination: a folder, or the file of a picture.
    pub output: PathBuf,
    /// What to export.
    pub product: Product,
    /// Whether to overwrite files that no export wrote.
    pub force: bool,
}

/// What an export writes.
#[derive(Clone, Debug, PartialEq)]
pub enum Product {
    /// The files of a terrain.
    Files(FileSettings),
    /// A picture.
    Picture(Scene),
    /// The frames of a turn around the terrain, which begins at the scene's viewpoint.
    Turntable(Scene, u32),
    /// The frames of a flight through viewpoints.
    Flight(Scene, Flight),
}

/// Settings of the files of a terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSettings {
    /// The target program, if any.
    pub target: Option<String>,
    /// The file formats, if there is no target. Empty for the default formats.
    pub formats: Vec<String>,
    /// Samples per side. `None`: the number in the recipe, or the nearest one that the target program accepts.
    pub size: Option<usize>,
    /// Tiles per side, if there is more than one.
    pub tiles: Option<usize>,
    /// Whether to map the range of the heights, instead of the range that they could have, to the numbers of a file.
    pub fit: bool,
}

/// A viewpoint that pictures are rendered from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// The camera.
    pub eye: Eye,
    /// Metres above the ground or water.
    pub over: f64,
}

/// The scene of pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The camera.
    pub viewpoint: Viewpoint,
    /// The sun.
    pub sun: Sun,
    /// The style.
    pub style: Style,
    /// How rays find the ground.
    pub surface: Surface,
    /// How far the ground extends.
    pub bounds: GroundExtent,
    /// Columns and rows.
    pub size: [u32; 2],
    /// Samples per pixel.
    pub samples: u32,
}

/// A flight.
#[derive(Clone, Debug, PartialEq)]
pub struct Flight {
    /// The viewpoints. A flight has at least two.
    pub keys: Vec<Viewpoint>,
    /// Seconds from one viewpoint to the next.
    pub seconds: f64,
}

impl ExportOrder {
    /// The equivalent command line. `recipe` is the recipe's file, or the name of a preset.
    ///
    /// ```
    /// use orogen_studio::host::{ExportOrder, FileSettings, Product};
    ///
    /// let settings = FileSettings { target: Some("unity".to_owned()), size: Some(1025), ..FileSettings::default() };
    /// let order = ExportOrder {
    ///     text: "".into(),
    ///     path: "my alps.toml".into(),
    ///     output: "out".into(),
    ///     product: Product::Files(settings),
    ///     force: false,
    /// };
    /// assert_eq!(order.command("alps"), "orogen generate alps -o out --for unity --size 1025");
    /// ```
    pub fn command(&self, recipe: &str) -> String {
        let words = self.arguments(recipe);
        let words: Vec<_> = words.iter().map(|word| quoted(word)).collect();
        format!("orogen {}", words.join(" "))
    }

    /// The arguments of the [`command`](Self::command), without the first word `orogen`. A flight also needs its
    /// [file of keys](Self::flight_file).
    pub fn arguments(&self, recipe: &str) -> Vec<String> {
        let output = self.output.display().to_string();
        let (verb, options) = match &self.product {
            Product::Files(settings) => ("generate", settings.options()),
            Product::Picture(scene) => ("render", [scene.camera(), scene.options()].concat()),
            Product::Turntable(scene, frames) => {
                let turn = [word("--turntable"), frames.to_string()];
                ("render", [turn.to_vec(), scene.orbit(), scene.options()].concat())
            }
            Product::Flight(scene, _) => {
                let keys = self.output.join(FLIGHT_FILE).display().to_string();
                ("render", [vec![word("--flyover"), keys], scene.options()].concat())
            }
        };
        let force = self.force.then(|| word("--force"));
        let start = [word(verb), word(recipe), word("-o"), output];
        start.into_iter().chain(options).chain(force).collect()
    }

    /// The path of the file with the keys of a flight, and its text.
    pub fn flight_file(&self) -> Option<(PathBuf, String)> {
        match &self.product {
            Product::Flight(_, flight) => Some((self.output.join(FLIGHT_FILE), flight.text())),
            _ => None,
        }
    }
}

fn word(text: &str) -> String {
    text.to_owned()
}

/// A number with at most this many decimals.
fn short(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { word("0") } else { word(text) }
}

/// Numbers with commas between them: lengths to the millimetre, angles to a ten-millionth of a degree, a centimetre on Earth.
fn listed<const N: usize>(numbers: [f64; N], decimals: usize) -> String {
    numbers.map(|number| short(number, decimals)).join(",")
}

impl FileSettings {
    fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        match &self.target {
            Some(target) => options.extend([word("--for"), target.clone()]),
            None if !self.formats.is_empty() => options.extend([word("--format"), self.formats.join(",")]),
            None => {}
        }
        for (name, number) in [("--size", self.size), ("--tiles", self.tiles)] {
            options.extend(number.into_iter().flat_map(|number| [word(name), number.to_string()]));
        }
        options.extend(self.fit.then(|| word("--fit")));
        options
    }
}

impl Scene {
    /// The options of the camera of a picture.
    fn camera(&self) -> Vec<String> {
        match self.viewpoint.eye {
            Eye::Plane(eye) => {
                let (position, target) = (listed(eye.position(), 3), listed(eye.target, 3));
                vec![word("--camera"), format!("eye={position},target={target}")]
            }
            Eye::Globe(_) => self.orbit(),
        }
    }

    /// The options of the camera of a turntable.
    fn orbit(&self) -> Vec<String> {
        match self.viewpoint.eye {
            Eye::Plane(eye) => {
                // The option has the direction from the ground to the camera.
                let azimuth = (eye.azimuth + 180.0).rem_euclid(360.0);
                let angles = listed([azimuth, -eye.elevation], 4);
                vec![word("--orbit"), format!("{angles},{}", short(eye.distance, 3))]
            }
            Eye::Globe(eye) => {
                let from = listed([eye.latitude, eye.longitude], 7);
                let look = listed([eye.azimuth, eye.elevation], 4);
                vec![
                    word("--from"),
                    format!("{from},{}", short(self.viewpoint.over, 3)),
                    word("--look"),
                    look,
                ]
            }
        }
    }

    /// The options that all pictures share.
    fn options(&self) -> Vec<String> {
        let globe = matches!(self.viewpoint.eye, Eye::Globe(_));
        let style = match self.style {
            Style::Clay => "clay",
            // Planets support these two styles only.
            _ if globe => "realistic",
            Style::Realistic => "realistic",
            Style::Desert => "desert",
            Style::Map => "map",
        };
        let [columns, rows] = self.size;
        let mut options = vec![
            word("--sun"),
            listed([self.sun.elevation, self.sun.azimuth], 4),
            word("--size"),
            format!("{columns}x{rows}"),
            word("--samples"),
            self.samples.to_string(),
        ];
        options.extend((style != "realistic").then(|| [word("--style"), word(style)]).into_iter().flatten());
        if !globe && self.surface == Surface::March {
            options.extend([word("--surface"), word("march")]);
        }
        if !globe && self.bounds == GroundExtent::Domain {
            options.extend([word("--bounds"), word("domain")]);
        }
        options
    }
}

impl Flight {
    /// The file of keys that `orogen render --flyover` reads.
    fn text(&self) -> String {
        let mut text = format!("{FLIGHT_HEADER}rate = {FRAME_RATE}\n");
        for (at, Viewpoint { eye, over }) in self.keys.iter().enumerate() {
            let time = short(at as f64 * self.seconds, 3);
            let places = match eye {
                Eye::Plane(eye) => {
                    format!("eye = [{}]\ntarget = [{}]", listed(eye.position(), 3), listed(eye.target, 3))
                }
                Eye::Globe(eye) => format!(
                    "from = [{}, {}]\nlook = [{}]",
                    listed([eye.latitude, eye.longitude], 7),
                    short(*over, 3),
                    listed([eye.azimuth, eye.elevation], 4)
                ),
            };
            // Writing to a string cannot fail.
            _ = write!(text, "\n[[key]]\ntime = {time}\n{places}\n");
        }
        text
    }
}

/// A word, quoted for the shell.
fn quoted(word: &str) -> Cow<'_, str> {
    // On Windows, file names contain no quotes.
    if cfg!(windows) && word.contains([' ', '&', '(', ')', '^', ';', ',']) {
        // A backslash before a quote would escape it.
        let backslash = if word.ends_with('\\') { "\\" } else { "" };
        return format!("\"{word}{backslash}\"").into();
    }
    // A word that cannot be quoted is not a file name on Unix, either.
    if cfg!(windows) { word.into() } else { shlex::try_quote(word).unwrap_or(word.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eye::{GlobeEye, PlaneEye};

    fn order(product: Product) -> ExportOrder {
        ExportOrder { text: "".into(), path: "alps.toml".into(), output: "out".into(), product, force: false }
    }

    fn scene(eye: Eye) -> Scene {
        Scene {
            viewpoint: Viewpoint { eye, over: 250.0 },
            sun: Sun { elevation: 32.0, azimuth: 250.5 },
            style: Style::Realistic,
            surface: Surface::Mesh,
            bounds: GroundExtent::Endless,
            size: [640, 360],
            samples: 8,
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_splits_the_command_into_its_arguments() {
        let folder = "/tmp/the $HOME of `Anna's` \"files\"; rm *\\";
        let formats = vec!["png16".to_owned(), "glb".to_owned()];
        let settings = FileSettings { formats, tiles: Some(2), fit: true, ..FileSettings::default() };
        let order = ExportOrder { output: folder.into(), force: true, ..order(Product::Files(settings)) };
        let echo = order.command("my alps.toml").replacen("orogen generate", "printf '%s\\n'", 1);
        let output = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
        let expected =
            format!("my alps.toml\n-o\n{folder}\n--format\npng16,glb\n--tiles\n2\n--fit\n--force\n");
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }

    #[test]
    fn pictures_have_the_camera_of_the_view() {
        let eye = PlaneEye {
            target: [500.0, 510.0, 20.0],
            azimuth: 0.0,
            elevation: -30.0,
            distance: 1000.0,
            size: 1000.0,
        };
        let plane = Scene { style: Style::Clay, bounds: GroundExtent::Domain, ..scene(Eye::Plane(eye)) };
        assert_eq!(
            order(Product::Picture(plane.clone())).command("alps"),
            "orogen render alps -o out --camera 'eye=500,1376.025,520,target=500,510,20' --sun '32,250.5' \
             --size 640x360 --samples 8 --style clay --bounds domain"
        );
        assert_eq!(
            order(Product::Turntable(plane, 90)).command("alps"),
            "orogen render alps -o out --turntable 90 --orbit '180,30,1000' --sun '32,250.5' --size 640x360 \
             --samples 8 --style clay --bounds domain"
        );
        let mut globe = GlobeEye::overview(6.4e6);
        (globe.latitude, globe.longitude) = (46.5, -8.25);
        let globe = Eye::Globe(globe);
        let globe = Scene { style: Style::Map, surface: Surface::March, ..scene(globe) };
        assert_eq!(
            order(Product::Picture(globe)).command("terra"),
            "orogen render terra -o out --from '46.5,-8.25,250' --look '0,-90' --sun '32,250.5' --size 640x360 \
             --samples 8"
        );
    }

    #[test]
    fn flights_have_a_file_of_keys() {
        let eye = Eye::Plane(PlaneEye::overview(1000.0));
        let keys = vec![Viewpoint { eye, over: 10.0 }; 3];
        let flight = order(Product::Flight(scene(eye), Flight { keys, seconds: 2.5 }));
        let (path, text) = flight.flight_file().unwrap();
        assert_eq!(path, PathBuf::from("out/flight.toml"));
        assert!(flight.command("alps").contains("--flyover out/flight.toml"));
        assert_eq!(text.matches("[[key]]").count(), 3);
        let keys = text.strip_prefix(FLIGHT_HEADER).unwrap();
        assert!(keys.starts_with("rate = 25\n\n[[key]]\ntime = 0\neye = [") && keys.contains("time = 2.5\n"));
    }
}
