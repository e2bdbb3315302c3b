//! Accumulates the frames of a picture, region by region.

use crate::canvas::Canvas;
use crate::frame::{View, Window};
use crate::{Picture, Progress, ViewError, Watch};

/// Most columns or rows of a part of a picture that is drawn at once.
pub(crate) const WINDOW: u32 = 2048;

/// Draws a picture whose ground is made, part by part, in so many samples: each on a canvas of its own, `ground` first, then its
/// light.
pub(crate) fn painted(
    view: &View,
    samples: u32,
    windows: &[Window],
    canvas: &dyn Fn(Window) -> Result<Canvas, ViewError>,
    ground: &mut dyn FnMut(&mut wgpu::RenderPass<'_>),
    shade: &dyn Fn(&mut wgpu::RenderPass<'_>, &wgpu::BindGroup),
    progress: &mut Watch<'_>,
) -> Result<Picture, ViewError> {
    let [columns, rows] = view.size;
    let mut light = vec![[0.0; 3]; columns as usize * rows as usize];
    let (mut done, all) = (0, windows.len() as u32 * samples);
    for &window in windows {
        let canvas = canvas(window)?;
        for sample in 0..samples {
            canvas.draw(&view.frame(sample, window), sample, ground, shade)?;
            done += 1;
            let told = Progress::Samples { done, of: all }.tell(progress);
            // What is drawn to the end is not given up.
            if done < all {
                told?;
            }
        }
        canvas.read(samples, &mut |row, pixels| {
            let at = (window.first[1] + row) as usize * columns as usize + window.first[0] as usize;
            light[at..at + pixels.len()].copy_from_slice(pixels);
        })?;
    }
    Ok(Picture { size: view.size, light, exposure: view.exposure })
}

/// The parts of a picture that are drawn one after the other.
pub(crate) fn windows([columns, rows]: [u32; 2], most: u32) -> Vec<Window> {
    let cut = |all: u32| (0..all).step_by(most as usize).map(move |first| (first, most.min(all - first)));
    cut(rows)
        .flat_map(|(top, high)| {
            cut(columns).map(move |(left, wide)| Window { first: [left, top], size: [wide, high] })
        })
        .collect()
}
