//! The rendered pictures of the gallery.

use std::fmt::Write;

use anyhow::Result;

use crate::album::{Album, rendered};

/// A picture: its file, what it shows, and the preset and options of `orogen render`.
struct Render {
    file: &'static str,
    shows: &'static str,
    options: &'static str,
}

const fn render(file: &'static str, shows: &'static str, options: &'static str) -> Render {
    Render { file, shows, options }
}

const RENDERS: [Render; 18] = [
    render(
        "alps-lake",
        "A lake in the Alps in the morning",
        "alps --camera eye=8600,2600,1380,target=11500,2200,1120,fov=55 --sun 22,320 --clouds 0.25,2700,1300",
    ),
    render(
        "alps-morning",
        "The Alps on a clear morning",
        "alps --camera eye=8000,16000,2900,target=8000,6000,1700 --sun 14,250",
    ),
    render(
        "alps-fog",
        "Fog in the valleys, in the evening",
        "alps --camera eye=8000,16000,2900,target=8000,6000,1700 --sun 9,250 --fog 2500,1150,120",
    ),
    render("alps-map", "The Alps as a map with contour lines", "alps --map --style map"),
    render("dunes-noon", "Dunes before noon", "dunes --style desert --sun 42,230"),
    render(
        "dunes-dusk",
        "Dunes before dusk",
        "dunes --style desert --camera eye=600,2900,215,target=900,300,150 --sun 8,300",
    ),
    render(
        "ripples",
        "Sand at one's feet, towards a low sun",
        "dunes --style desert --camera eye=1500,1500,+1.7,target=1460,1480,+0 --sun 16,300",
    ),
    render("barchans", "Barchans in the evening", "barchans --style desert --sun 12,270"),
    render("erosion-sunrise", "Gullied mountains at sunrise", "erosion --sun 7,100"),
    render("jordan", "Jordan turbulence", "jordan"),
    render(
        "islands",
        "Islands in the sea",
        "islands --camera eye=10800,14900,+700,target=12000,7200,0 --sun 35,220",
    ),
    render(
        "canyon",
        "Canyons, cut out of the table land",
        "canyon --bounds domain --orbit 140,32 --sun 35,100",
    ),
    render(
        "canyon-floor",
        "Stones on the floor of a canyon",
        "canyon --camera eye=3000,3000,target=6500,3600,1700,fov=55 --sun 25,290",
    ),
    render("canyon-mars", "The canyons under the air of Mars", "canyon --air mars --sun 20,200"),
    render("craters", "An old highland full of craters", "craters --sun 12,250"),
    render(
        "shapes",
        "A road and a building plot, drawn in a GIS",
        "examples/shapes/farm.toml --camera eye=1765,190,196,target=1385,505,106,fov=52 --sun 22,135",
    ),
    render("hills-clay", "The shape alone, in clay", "ridges --style clay --sun 20,240"),
    render(
        "raymarch",
        "The function itself, marched through ray by ray",
        "damped --style raymarch --sun 12,160 --stops -0.5",
    ),
];

/// Makes the pictures, and the part of the page that shows them.
pub(crate) fn run(album: &Album<'_>) -> Result<String> {
    let mut page =
        String::from("\n## Rendered\n\n`orogen render` made these pictures; the command is above each.\n");
    for Render { file, shows, options } in RENDERS {
        let name = format!("render-{file}");
        if album.includes(&name) {
            album.save(&rendered(album.work, &format!("{options} --samples 16"))?, &name)?;
        }
        write!(page, "\n### {shows}\n\n`orogen render {options}`\n\n![{shows}](gallery/{name}.jpg)\n")?;
    }
    Ok(page)
}
