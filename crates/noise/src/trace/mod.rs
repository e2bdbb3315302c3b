//! What a kernel computes, written down: the source from which other backends make the same function.
//!
//! Kernels are written once, generic over [`Lanes`](crate::lanes::Lanes). Run on [`Traced`](crate::lanes::Traced) lanes
//! they compute nothing but leave a list of their operations, in order, each of them an operation that IEEE 754 or
//! the arithmetic of words defines. A shader made from the list does what the processor does, and nobody has to keep two
//! texts alike.
//!
//! ```
//! use orogen_noise::lanes::{Lanes, Traced};
//! use orogen_noise::trace::{Op, Two, trace};
//!
//! let (double, trace) = trace(|| {
//!     let x = Traced.lit(21.0);
//!     x + x
//! });
//! assert_eq!(trace.ops[double.name() as usize], Op::Two(Two::Add, [1, 1]));
//! assert_eq!(f32::from_bits(trace.literals[0]), 21.0);
//! ```

mod operation;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

pub use operation::{Foreign, Kind, Name, One, Op, Two};

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its operations.
    pub ops: Range<Name>,
    /// What it does not change, and when.
    pub guard: Option<Guard>,
}

/// A part need not be computed for samples for which `mask` is false: its results are those from before, roundings
/// included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// A truth from before the part.
    pub mask: Name,
    /// Its results, and the values from before that they are then. One that stands for several has to be computed, and so
    /// has one that stands for none.
    pub held: Vec<[Name; 2]>,
}

/// What a kernel computed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The operations, each after those it is computed from.
    pub ops: Vec<Op>,
    /// Bits of the numbers and words that were known.
    pub literals: Vec<u32>,
    /// Numbers that are too many for literals.
    pub tables: Vec<Arc<[f32]>>,
    /// What was made by a loop of a kernel, or by its body, see [`Lanes::part`](crate::lanes::Lanes::part): candidates
    /// for functions, as they may be found again with other literals. Each comes before those within it, and before
    /// those after it.
    pub parts: Vec<Part>,
    /// Why the list is not what the kernel computes, if it is not: it looked at single lanes.
    pub fault: Option<&'static str>,
}

thread_local! {
    static TAPE: RefCell<Trace> = const { RefCell::new(Trace { ops: Vec::new(), literals: Vec::new(), tables: Vec::new(), parts: Vec::new(), fault: None }) };
}

/// Runs kernels on [`Traced`](crate::lanes::Traced) lanes and returns what they computed. Kernels of one list run on one
/// thread.
pub fn trace<R>(body: impl FnOnce() -> R) -> (R, Trace) {
    let outer = TAPE.replace(Trace { ops: vec![Op::Nothing], ..Trace::default() });
    let result = body();
    (result, TAPE.replace(outer))
}

pub(crate) fn record(op: Op) -> Name {
    TAPE.with_borrow_mut(|tape| {
        tape.ops.push(op);
        (tape.ops.len() - 1) as Name
    })
}

/// Keeps a literal and returns its place.
pub(crate) fn literal(bits: u32) -> u32 {
    TAPE.with_borrow_mut(|tape| {
        tape.literals.push(bits);
        (tape.literals.len() - 1) as u32
    })
}

/// Keeps a table, once, and returns the place of a literal that says where it begins.
pub(crate) fn table(numbers: &Arc<[f32]>) -> u32 {
    let before = TAPE.with_borrow_mut(|tape| {
        let known = tape.tables.iter().position(|table| Arc::ptr_eq(table, numbers));
        let place = known.unwrap_or_else(|| {
            tape.tables.push(Arc::clone(numbers));
            tape.tables.len() - 1
        });
        tape.tables[..place].iter().map(|table| table.len()).sum::<usize>()
    });
    literal(before as u32)
}

/// Notes that a kernel did what cannot be written down.
pub(crate) fn fault(why: &'static str) {
    TAPE.with_borrow_mut(|tape| {
        tape.fault.get_or_insert(why);
    });
}

/// What a kernel of this thread's [`trace`] did, so far, that cannot be written down: see [`Trace::fault`].
pub fn fault_so_far() -> Option<&'static str> {
    TAPE.with_borrow(|tape| tape.fault)
}

/// The name that the next operation of this thread's [`trace`] gets: for whoever notes which of several kernels an
/// operation comes from.
pub fn next() -> Name {
    TAPE.with_borrow(|tape| tape.ops.len() as Name)
}

/// Runs a part of a kernel.
pub(crate) fn in_part<R>(body: impl FnOnce() -> R) -> R {
    let start = next();
    let result = body();
    end_part(start, None);
    result
}

/// Runs a part of a kernel that does nothing where a mask is false; `names` are those of what it changes elsewhere, list
/// by list.
pub(crate) fn in_guarded_part<H>(
    mask: Name,
    held: &mut H,
    names: impl Fn(&H) -> Vec<Vec<Name>>,
    body: impl FnOnce(&mut H),
) {
    let (start, before) = (next(), names(held));
    body(held);
    // A list may have grown: what was not there before has nothing to be held to, and is in no pair. If it is read
    // after the part, the part is computed whatever the mask says, which is always right.
    let pairs = names(held).into_iter().zip(before).flat_map(|(after, before)| after.into_iter().zip(before));
    let changed = pairs.filter(|(after, before)| after != before);
    let held: BTreeSet<_> = changed.map(|(after, before)| [after, before]).collect();
    if held.first().is_some_and(|&[first, _]| first < start) {
        fault("what it holds changes places");
    }
    end_part(start, Some(Guard { mask, held: held.into_iter().collect() }));
}

fn end_part(start: Name, guard: Option<Guard>) {
    let part = Part { ops: start..next(), guard };
    TAPE.with_borrow_mut(|tape| {
        let outer = |other: &Part| other.ops.start < start;
        let first = tape.parts.iter().rposition(outer).map_or(0, |before| before + 1);
        tape.parts.insert(first, part);
    });
}
