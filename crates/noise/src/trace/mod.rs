//! Traces: the recorded operations of kernels, from which other backends compile the same function.
//!
//! Kernels are written once, generic over [`Lanes`](crate::lanes::Lanes). On [`Traced`](crate::lanes::Traced) lanes they
//! compute nothing, but record their operations in order. Each operation is defined exactly, by IEEE 754 or by integer
//! arithmetic. So a shader generated from the trace computes the same as the processor, and there is no second source to
//! maintain.
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

use crate::picture::Picture;
pub use operation::{Foreign, Kind, Name, One, Op, Two};

/// A part of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The operations of the part.
    pub ops: Range<Name>,
    /// A condition under which the part changes nothing, if there is one.
    pub guard: Option<Guard>,
}

/// A condition of a part. For samples where `mask` is false, the part need not be computed: its results equal the values from
/// before the part, to the bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// A truth value from before the part.
    pub mask: Name,
    /// Pairs of a result of the part, and the value from before the part that this result equals where the mask is false. If a
    /// result is in several pairs or in none, the part must be computed everywhere.
    pub held: Vec<[Name; 2]>,
}

/// The record of a kernel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The operations, each after its operands.
    pub ops: Vec<Op>,
    /// Bits of the numbers and words known when the kernel ran.
    pub literals: Vec<u32>,
    /// Tables of numbers, too long for literals.
    pub tables: Vec<Arc<[f32]>>,
    /// The pictures in the tables that [`Op::Fetch`] reads, each listed once.
    pub pictures: Vec<PictureRange>,
    /// The operations of loops of a kernel and of their bodies, see [`Lanes::part`](crate::lanes::Lanes::part). They are
    /// candidates for functions, since the same operations may recur with other literals. The order is by first operation,
    /// and a part comes before the parts inside it.
    pub parts: Vec<Part>,
    /// If the trace does not represent the kernel, the reason: for example, the kernel read single lanes.
    pub fault: Option<&'static str>,
}

thread_local! {
    static TAPE: RefCell<Trace> = const { RefCell::new(Trace { ops: Vec::new(), literals: Vec::new(), tables: Vec::new(), pictures: Vec::new(), parts: Vec::new(), fault: None }) };
}

/// Rows of numbers in the concatenated [tables](Trace::tables).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureRange {
    /// Index of the first number of the first row.
    pub first: usize,
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

/// Runs `body`, which runs kernels on [`Traced`](crate::lanes::Traced) lanes, and returns its result and the trace of the
/// kernels. All kernels of a trace must run on the thread of the call.
pub fn trace<R>(body: impl FnOnce() -> R) -> (R, Trace) {
    let outer = TAPE.replace(Trace { ops: vec![Op::Nothing], ..Trace::default() });
    let result = body();
    (result, TAPE.replace(outer))
}

/// Appends an operation and returns its name.
pub(crate) fn record(op: Op) -> Name {
    TAPE.with_borrow_mut(|tape| {
        tape.ops.push(op);
        (tape.ops.len() - 1) as Name
    })
}

/// Stores a literal and returns its index.
pub(crate) fn literal(bits: u32) -> u32 {
    TAPE.with_borrow_mut(|tape| {
        tape.literals.push(bits);
        (tape.literals.len() - 1) as u32
    })
}

/// Stores a table, if it is new, and returns the index of a literal. The literal is the index of the table's first number in
/// the concatenated tables.
pub(crate) fn table(numbers: &Arc<[f32]>) -> u32 {
    literal(start_of(numbers) as u32)
}

/// Stores a picture, if it is new, and returns the indices of two literals. The literals are the index of the picture's first
/// number in the concatenated tables, and the picture's width.
pub(crate) fn picture(picture: Picture<'_>) -> [u32; 2] {
    let Picture { numbers, first, width, height } = picture;
    let range = PictureRange { first: start_of(numbers) + first, width, height };
    TAPE.with_borrow_mut(|tape| {
        if !tape.pictures.contains(&range) {
            tape.pictures.push(range);
        }
    });
    [range.first, width].map(|word| literal(word as u32))
}

/// The index of a table's first number in the concatenated tables. Stores the table if it is new.
fn start_of(numbers: &Arc<[f32]>) -> usize {
    TAPE.with_borrow_mut(|tape| {
        let known = tape.tables.iter().position(|table| Arc::ptr_eq(table, numbers));
        let place = known.unwrap_or_else(|| {
            tape.tables.push(Arc::clone(numbers));
            tape.tables.len() - 1
        });
        tape.tables[..place].iter().map(|table| table.len()).sum()
    })
}

/// Records that a kernel did something that a trace cannot represent.
pub(crate) fn fault(why: &'static str) {
    TAPE.with_borrow_mut(|tape| {
        tape.fault.get_or_insert(why);
    });
}

/// The fault of this thread's [`trace`] so far, see [`Trace::fault`].
pub fn fault_so_far() -> Option<&'static str> {
    TAPE.with_borrow(|tape| tape.fault)
}

/// The name of the next operation of this thread's [`trace`]. Callers use it to tell which of several kernels recorded an
/// operation.
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

/// Runs a part of a kernel that has no effect where a mask is false. `names` returns the names of the state that the part may
/// change where the mask is true, list by list.
pub(crate) fn in_guarded_part<H>(
    mask: Name,
    state: &mut H,
    names: impl Fn(&H) -> Vec<Vec<Name>>,
    body: impl FnOnce(&mut H),
) {
    let (start, before) = (next(), names(state));
    body(state);
    // A list may have grown. New entries have no value from before the part, so they are in no pair. If they are read after
    // the part, the part is computed for every mask, which is always correct.
    let pairs =
        names(state).into_iter().zip(before).flat_map(|(after, before)| after.into_iter().zip(before));
    let changed = pairs.filter(|(after, before)| after != before);
    let held: BTreeSet<_> = changed.map(|(after, before)| [after, before]).collect();
    if held.first().is_some_and(|&[first, _]| first < start) {
        fault("a guarded part moves values");
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
