//! The parts of a job: one, but of the six faces of a cube map.

use std::path::Path;
use std::sync::Arc;

use orogen::planet::{DirectionGrid, Face};
use orogen::raster::Grid;
use orogen_files::delivery::{Delivery, Subject};
use orogen_files::{FileInfo, PlanetInfo, PlanetMap};

use super::pipeline::{Maker, Work, Written, threads};
use super::range::Range;
use super::timings::Timings;
use crate::device::Device;
use crate::failure::Failure;

/// Files that are made from the same rows.
pub(super) struct Part {
    pub(super) delivery: Delivery,
    face: Option<Face>,
    /// Where the rows lie, of a planet.
    map: Option<DirectionGrid>,
}

impl Part {
    /// What `terrain.json` says of its files.
    pub(super) fn files(&self, subject: &Subject) -> Vec<FileInfo> {
        let face = self.face.map(|face| face.name().to_owned());
        let files = self.delivery.files(subject).into_iter();
        files.map(|file| FileInfo { face: face.clone(), ..file }).collect()
    }
}

/// The parts of a delivery; a map of a planet is one that there is.
pub(super) fn of(delivery: &Delivery, grid: &Grid, planet: Option<&PlanetInfo>) -> Vec<Part> {
    let size = [grid.columns, grid.rows];
    let map = |planet: &PlanetInfo, face| {
        planet.grid(size, face).unwrap_or_else(|error| unreachable!("it was there before: {error}"))
    };
    match planet {
        Some(planet) if planet.map == PlanetMap::Cube => {
            let part = |face| Part {
                delivery: delivery.of_face(face),
                face: Some(face),
                map: Some(map(planet, Some(face))),
            };
            Face::ALL.map(part).into()
        }
        _ => {
            vec![Part { delivery: delivery.clone(), face: None, map: planet.map(|planet| map(planet, None)) }]
        }
    }
}

/// Who makes the rows of each part, all on the same threads. Maps of planets are made by the processor.
pub(super) fn makers<'a>(
    parts: &'a [Part],
    work: Work<'a>,
    device: Device,
) -> Result<Vec<Maker<'a>>, Failure> {
    let threads = threads(work.args)?;
    if parts.iter().all(|part| part.map.is_none()) {
        return Ok(vec![Maker::new(work, None, device, threads)]);
    }
    if !matches!(device, Device::Cpu) && !work.args.quiet {
        eprintln!("maps of planets are made by the processor");
    }
    let maker = |part: &'a Part| Maker::new(work, part.map.as_ref(), Device::Cpu, Arc::clone(&threads));
    Ok(parts.iter().map(maker).collect())
}

/// The range of all heights, which are made for that alone.
pub(super) fn measured(makers: &mut [Maker<'_>]) -> Result<Range, Failure> {
    makers.iter_mut().try_fold(Range::NONE, |range, maker| Ok(range.hull(maker.measure()?)))
}

/// Makes all files, one part after the other.
pub(super) fn written(
    parts: &[Part],
    makers: Vec<Maker<'_>>,
    folder: &Path,
    grid: &Grid,
    subject: &Arc<Subject>,
) -> Result<Written, Failure> {
    let mut all =
        Written { wholes: Vec::new(), range: Range::NONE, made_by: Vec::new(), timings: Timings::default() };
    for (part, maker) in parts.iter().zip(makers) {
        let written = maker.write(part.delivery.open(folder, grid, subject)?)?;
        all.wholes.extend(written.wholes);
        all.range = all.range.hull(written.range);
        all.made_by.extend(written.made_by);
        all.made_by.dedup();
        all.timings.add(written.timings);
    }
    Ok(all)
}
