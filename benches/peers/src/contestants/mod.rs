//! Orogen and its peers, one file each.

pub(crate) mod fastnoise2;
pub(crate) mod fastnoise_lite;
pub(crate) mod libnoise;
pub(crate) mod noise;
pub(crate) mod noise_functions;
pub(crate) mod noiz;
pub(crate) mod opensimplex2;
pub(crate) mod orogen;
pub(crate) mod simdnoise;

use anyhow::Result;

use crate::contest::{Here, Timed};
use crate::task::{Fill, Task};

/// A library that can do some of the works.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    /// Prepares a task. `None` if the contestant cannot do it.
    pub(crate) prepare: Prepare,
}

type Prepare = Box<dyn Fn(&Task) -> Result<Option<Box<dyn Timed>>>>;

impl Contestant {
    /// A contestant that runs in this process.
    pub(crate) fn new(name: &'static str, fill: impl Fn(&Task) -> Option<Fill> + 'static) -> Self {
        let prepare = move |task: &Task| {
            let here = fill(task).map(|fill| Here::new(task, fill));
            Ok(here.map(|here| Box::new(here) as Box<dyn Timed>))
        };
        Self { name, prepare: Box::new(prepare) }
    }
}
