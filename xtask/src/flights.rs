//! The planets of the gallery, each from six altitudes above one position.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use image::{DynamicImage, GenericImage, RgbImage};

use crate::album::{Album, rendered};

/// A planet, with its camera and sun in degrees.
struct Flight {
    preset: &'static str,
    shows: &'static str,
    /// Latitude and longitude.
    position: &'static str,
    /// Elevation and azimuth.
    sun: &'static str,
    /// The azimuth of the camera.
    azimuth: u16,
    /// More options.
    more: &'static str,
}

const FLIGHTS: [Flight; 5] = [
    Flight {
        preset: "terra",
        shows: "An Earth",
        position: "-32.2,-48.35",
        sun: "28,220",
        azimuth: 110,
        more: " --clouds 0.25",
    },
    Flight { preset: "luna", shows: "A moon", position: "9,14", sun: "16,100", azimuth: 30, more: "" },
    Flight {
        preset: "mars",
        shows: "A Mars",
        position: "-11.2,-70",
        sun: "24,160",
        azimuth: 60,
        more: " --haze 0.25",
    },
    Flight {
        preset: "arrakis",
        shows: "A desert planet",
        position: "35,-120",
        sun: "20,300",
        azimuth: 200,
        more: "",
    },
    Flight {
        preset: "archipelago",
        shows: "An ocean world",
        position: "26.6,-4.6",
        sun: "32,130",
        azimuth: 50,
        more: "",
    },
];

/// Altitudes in metres, and elevations of the camera in degrees.
const ALTITUDES: [(u32, i8); 6] =
    [(16_000_000, -90), (1_200_000, -62), (120_000, -28), (10_000, -16), (150, -8), (2, -6)];

/// Columns and rows of a picture.
const SIZE: [u32; 2] = [640, 360];
/// The number of pictures side by side.
const ACROSS: u32 = 2;

/// Makes the pictures, and the part of the page that shows them.
pub(crate) fn run(album: &Album<'_>) -> Result<String> {
    let mut page = String::from(
        "\n## Planets\n\nEach planet is shown from six altitudes above one position. The command is that of the first picture.\n",
    );
    for flight in FLIGHTS {
        let Flight { preset, shows, .. } = flight;
        let name = format!("flight-{preset}");
        if album.includes(&name) {
            album.save(&flight.sheet(album.work)?, &name)?;
        }
        let options = flight.options(ALTITUDES[0].0, ALTITUDES[0].1);
        write!(page, "\n### {shows}\n\n`orogen render {options}`\n\n![{shows}](gallery/{name}.jpg)\n")?;
    }
    Ok(page)
}

impl Flight {
    /// The preset and the options of `orogen render`.
    fn options(&self, altitude: u32, elevation: i8) -> String {
        let Self { preset, position, sun, azimuth, more, .. } = self;
        format!("{preset} --from {position},{altitude} --look {azimuth},{elevation} --sun {sun}{more}")
    }

    /// The pictures from all altitudes in one image, in columns and rows.
    fn sheet(&self, work: &Path) -> Result<DynamicImage> {
        let down = ALTITUDES.len() as u32 / ACROSS;
        let mut sheet = RgbImage::new(ACROSS * SIZE[0], down * SIZE[1]);
        for (at, (altitude, elevation)) in (0..).zip(ALTITUDES) {
            let picture = self.picture(work, altitude, elevation)?;
            sheet.copy_from(&picture.to_rgb8(), at % ACROSS * SIZE[0], at / ACROSS * SIZE[1])?;
        }
        Ok(sheet.into())
    }

    fn picture(&self, work: &Path, altitude: u32, elevation: i8) -> Result<DynamicImage> {
        let [columns, rows] = SIZE;
        let options = self.options(altitude, elevation);
        rendered(work, &format!("{options} --size {columns}x{rows} --samples 8"))
    }
}
