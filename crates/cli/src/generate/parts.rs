//! The parts of a job: six for the faces of a cube map, otherwise one.

use std::path::Path;
use std::sync::Arc;

use orogen_engine::planet::{DirectionGrid, Face};
use orogen_engine::raster::Grid;
use orogen_files::delivery::{Delivery, FormatContext};
use orogen_files::{FileInfo, PlanetInfo, PlanetMap};

use super::pipeline::{BandMaker, Job, WrittenFiles, threads};
use super::range::{Range, Ranges};
use super::timings::Timings;
use crate::device::Device;
use crate::failure::Failure;

/// Files that are written from the same rows.
pub(super) struct Part {
    pub(super) delivery: Delivery,
    face: Option<Face>,
    /// The directions of the samples, for planets.
    map: Option<DirectionGrid>,
}

impl Part {
    /// The entries of `terrain.json` about its files.
    pub(super) fn files(&self, context: &FormatContext) -> Vec<FileInfo> {
        let face = self.face.map(|face| face.name().to_owned());
        let files = self.delivery.files(context).into_iter();
        files.map(|file| FileInfo { face: face.clone(), ..file }).collect()
    }
}

/// The parts of a delivery. The map of `planet` must be valid.
pub(super) fn of(delivery: &Delivery, grid: &Grid, planet: Option<&PlanetInfo>) -> Vec<Part> {
    let size = [grid.columns, grid.rows];
    let map = |planet: &PlanetInfo, face| {
        planet.grid(size, face).unwrap_or_else(|error| unreachable!("the map was checked before: {error}"))
    };
    match planet {
        Some(planet) if matches!(planet.map, PlanetMap::Cube { .. }) => {
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

/// The band makers of the parts, which share their threads. Planet maps are always computed by the processor.
pub(super) fn makers<'a>(
    parts: &'a [Part],
    job: Job<'a>,
    device: Device,
) -> Result<Vec<BandMaker<'a>>, Failure> {
    let threads = threads(job.args)?;
    if parts.iter().all(|part| part.map.is_none()) {
        return Ok(vec![BandMaker::new(job, None, device, threads)]);
    }
    if !matches!(device, Device::Cpu) && !job.args.report.quiet {
        eprintln!("planet maps are always computed by the processor");
    }
    let maker =
        |part: &'a Part| BandMaker::new(job.clone(), part.map.as_ref(), Device::Cpu, Arc::clone(&threads));
    Ok(parts.iter().map(maker).collect())
}

/// Computes all heights, and with `fields` all further fields, to measure their ranges.
pub(super) fn measured(makers: &mut [BandMaker<'_>], fields: bool) -> Result<Ranges, Failure> {
    makers.iter_mut().try_fold(Ranges::default(), |ranges, maker| Ok(ranges.hull(maker.measure(fields)?)))
}

/// Writes all files, one part after the other.
pub(super) fn written(
    parts: &[Part],
    makers: Vec<BandMaker<'_>>,
    folder: &Path,
    grid: &Grid,
    context: &Arc<FormatContext>,
) -> Result<WrittenFiles, Failure> {
    let mut all = WrittenFiles {
        outputs: Vec::new(),
        range: Range::NONE,
        made_by: Vec::new(),
        timings: Timings::default(),
    };
    for (part, maker) in parts.iter().zip(makers) {
        let written = maker.write(part.delivery.open(folder, grid, context)?)?;
        all.outputs.extend(written.outputs);
        all.range = all.range.hull(written.range);
        all.made_by.extend(written.made_by);
        all.made_by.dedup();
        all.timings.add(written.timings);
    }
    Ok(all)
}
