//! What recipes in a page read: no files, and solutions that other workers of the page have made.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use js_sys::{Array, Float32Array};
use orogen::engine::image::{Image, Reading};
use orogen::engine::terrain::Complaint;
use orogen::{Images, NoImages};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The most solutions of other workers that wait to be read.
const MOST_KNOWN: usize = 8;

/// Solutions of fields such as erosion, each with its key.
struct Solutions {
    /// Whether a pool takes the new ones.
    are_shared: bool,
    /// Those made here since the page last took them.
    new: Vec<(String, Vec<f32>)>,
    /// Those of other workers, the newest last.
    known: Vec<(String, Vec<f32>)>,
}

static SOLUTIONS: Mutex<Solutions> =
    Mutex::new(Solutions { are_shared: false, new: Vec::new(), known: Vec::new() });

fn solutions() -> MutexGuard<'static, Solutions> {
    SOLUTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, new solutions are kept until they are taken.
#[wasm_bindgen(js_name = shareSolutions)]
pub fn share_solutions() {
    solutions().are_shared = true;
}

/// The solutions made here since the last call, as pairs of key and numbers.
#[wasm_bindgen(js_name = takeSolutions)]
pub fn take_solutions() -> Array {
    let new = std::mem::take(&mut solutions().new);
    let pair = |(key, numbers): (String, Vec<f32>)| {
        Array::of2(&JsValue::from(key), &Float32Array::from(&numbers[..]))
    };
    new.into_iter().map(pair).collect()
}

/// Makes the solution of another worker known here. It is read once.
#[wasm_bindgen(js_name = addSolution)]
pub fn add_solution(key: String, numbers: Vec<f32>) {
    let known = &mut solutions().known;
    known.push((key, numbers));
    if known.len() > MOST_KNOWN {
        known.remove(0);
    }
}

/// Reads no files.
pub(crate) struct PageFiles {
    /// The number of finest levels that solutions may leave out.
    pub(crate) draft: u32,
}

impl Images for PageFiles {
    fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, Complaint> {
        NoImages.load(path, reading)
    }

    fn draft(&self) -> u32 {
        self.draft
    }

    fn recall(&self, key: &str) -> Option<Vec<f32>> {
        let known = &mut solutions().known;
        let at = known.iter().position(|(other, _)| other == key)?;
        Some(known.remove(at).1)
    }

    fn keep(&self, key: &str, numbers: &[f32]) -> Result<(), Complaint> {
        let mut solutions = solutions();
        if solutions.are_shared {
            solutions.new.push((key.to_owned(), numbers.to_vec()));
        }
        Ok(())
    }
}
