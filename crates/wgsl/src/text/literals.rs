//! Where the literals of a text are: all in a buffer, or as constants if they never differ.
//!
//! If all literals are in a buffer, all numbers of a recipe are data. But most literals belong to the kernels, for example
//! the coefficients of fades and the multipliers of hashes. In a text with fixed numbers, such literals are constants: this
//! text is easier to read and runs faster. Then the buffer holds only the literals that differ between calls of a function.

use std::collections::HashMap;
use std::ops::Range;

use orogen_noise::trace::{Op, Trace};

use super::expression::{Offsets, literal};

/// Number of words of a table of bytes.
const TABLE: usize = 64;

/// Where literals are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Literals {
    /// The values of literals that are constants.
    constant: Vec<Option<u32>>,
    /// The index of each literal in the buffer.
    index: Vec<u32>,
    /// The literals in the buffer.
    pub(crate) buffer: Vec<u32>,
}

/// The literals that each function reads and that may differ between calls. The key is a function, and the offset of the literal
/// from the first literal of the call.
pub(crate) type Uses = HashMap<(usize, u32), Vec<u32>>;

/// The literals that an operation reads by index. They stay in the buffer, whatever their values.
fn looked_up(trace: &Trace, op: Op) -> Option<Range<usize>> {
    match op {
        Op::LookUp(table, _) => Some(table as usize..table as usize + TABLE),
        // The words of the foreign function end at the next literal that an operation names.
        Op::Foreign(_, [first, _], _) => {
            let named = trace.ops.iter().filter_map(literal).filter(|&at| at > first);
            Some(first as usize..named.min().map_or(trace.literals.len(), |next| next as usize))
        }
        _ => None,
    }
}

impl Literals {
    /// All literals in a buffer.
    pub(crate) fn in_buffer(trace: &Trace) -> Self {
        let count = trace.literals.len();
        Self {
            constant: vec![None; count],
            index: (0..count as u32).collect(),
            buffer: (0..count as u32).collect(),
        }
    }

    /// Literals as constants, except tables, those that differ between calls or between traces, and those that are `live`. The
    /// traces must differ only in their literals.
    pub(crate) fn as_constants(traces: &[&Trace], uses: &Uses, live: impl Fn(u32) -> bool) -> Self {
        let first = &traces[0].literals;
        let differs =
            |at: u32, word: u32| live(at) || traces.iter().any(|trace| trace.literals[at as usize] != word);
        let mut constant: Vec<_> =
            (0..).zip(first).map(|(at, &word)| (!differs(at, word)).then_some(word)).collect();
        for same in uses.values() {
            if same.iter().any(|&at| differs(at, first[same[0] as usize])) {
                for &at in same {
                    constant[at as usize] = None;
                }
            }
        }
        for range in traces[0].ops.iter().filter_map(|op| looked_up(traces[0], *op)) {
            constant[range].fill(None);
        }
        let (mut index, mut buffer) = (Vec::new(), Vec::new());
        for (at, constant) in (0..).zip(&constant) {
            index.push(buffer.len() as u32);
            if constant.is_none() {
                buffer.push(at);
            }
        }
        Self { constant, index, buffer }
    }

    /// The index of a literal in the buffer. If the literal is a constant, the index of the next literal in the buffer.
    pub(crate) fn index(&self, at: u32) -> u32 {
        self.index.get(at as usize).copied().unwrap_or(at)
    }

    /// An expression for a literal that is a number.
    pub(crate) fn number(&self, at: u32, base: Offsets) -> String {
        match self.constant[at as usize] {
            Some(word) => {
                let number = f32::from_bits(word);
                if number.is_normal() || word == 0 {
                    format!("{number:?}f")
                } else {
                    format!("bitcast<f32>({word}u)")
                }
            }
            None => format!("bitcast<f32>(orogen_word({}))", base.literal_at(at, self)),
        }
    }

    /// An expression for a literal that is a word.
    pub(crate) fn word(&self, at: u32, base: Offsets) -> String {
        match self.constant[at as usize] {
            Some(word) => format!("{word}u"),
            None => format!("orogen_word({})", base.literal_at(at, self)),
        }
    }
}
