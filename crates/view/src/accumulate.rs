//! Accumulates the frames of a picture, region by region. The picture is the average of its frames.

use crate::frame::{Region, View};
use crate::targets::RenderTargets;
use crate::{Picture, Progress, ProgressCallback, ViewError};

/// Largest width and height of a region of a picture, in pixels.
pub(crate) const MAX_REGION: u32 = 2048;

/// Draws a picture whose ground is ready. Each region has its own render targets and accumulates `samples` frames. For each
/// frame, `ground` draws the ground pass and `shade` draws the light pass.
pub(crate) fn accumulate(
    view: &View,
    samples: u32,
    regions: &[Region],
    targets: &dyn Fn(Region) -> Result<RenderTargets, ViewError>,
    ground: &mut dyn FnMut(&mut wgpu::RenderPass<'_>),
    shade: &dyn Fn(&mut wgpu::RenderPass<'_>, &wgpu::BindGroup),
    progress: &mut ProgressCallback<'_>,
) -> Result<Picture, ViewError> {
    let [columns, rows] = view.size;
    let mut light = vec![[0.0; 3]; columns as usize * rows as usize];
    let (mut done, all) = (0, regions.len() as u32 * samples);
    for &region in regions {
        let targets = targets(region)?;
        for sample in 0..samples {
            targets.draw(&view.frame(sample, region), sample, ground, shade)?;
            done += 1;
            let reported = Progress::Samples { done, of: all }.report(progress);
            // A complete picture is returned even if the caller stops at its last sample.
            if done < all {
                reported?;
            }
        }
        targets.read(samples, &mut |row, pixels| {
            let at = (region.first[1] + row) as usize * columns as usize + region.first[0] as usize;
            light[at..at + pixels.len()].copy_from_slice(pixels);
        })?;
    }
    Ok(Picture { size: view.size, light, exposure: view.exposure })
}

/// The regions of a picture of this size, each at most `max` pixels wide and high, row by row.
pub(crate) fn regions([columns, rows]: [u32; 2], max: u32) -> Vec<Region> {
    let cut = |all: u32| (0..all).step_by(max as usize).map(move |first| (first, max.min(all - first)));
    cut(rows)
        .flat_map(|(top, high)| {
            cut(columns).map(move |(left, wide)| Region { first: [left, top], size: [wide, high] })
        })
        .collect()
}
