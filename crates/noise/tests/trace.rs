//! Guarded parts of traces.

use orogen_noise::lanes::{Lanes, Traced, TracedNumber};
use orogen_noise::rows::Rows;
use orogen_noise::trace::{Op, fault_so_far, next, trace};

/// Memory that a part allocates has no value from before the part. The trace must not pair it with values of other memory.
#[test]
fn new_memory_has_no_value_from_before() {
    let l = Traced;
    let ((before, after), trace) = trace(|| {
        let mut state = (Rows::<f32>::new(1), Rows::<f32>::new(1));
        let before = [l.lit(1.0), l.lit(2.0)];
        l.store(before[0], state.0.plane_mut(0));
        l.store(before[1], state.1.plane_mut(0));
        let mut after = before;
        l.when(l.lt(before[0], before[1]), &mut state, |(one, other)| {
            after = before.map(|number| number + number);
            one.reserve(2);
            l.store(after[0], one.plane_mut(0));
            l.store(after[0] + after[1], one.plane_mut(1));
            l.store(after[1], other.plane_mut(0));
        });
        (before, after)
    });
    let guard = trace.parts[0].guard.as_ref().unwrap();
    let names = |numbers: [TracedNumber; 2]| numbers.map(TracedNumber::name);
    let expected: Vec<_> = names(after).into_iter().zip(names(before)).map(<[u32; 2]>::from).collect();
    assert_eq!(guard.held, expected);
    assert_eq!(trace.fault, None);
}

/// A caller that runs several kernels can tell which one recorded an operation, and which one is at fault.
#[test]
fn a_trace_can_be_followed() {
    let (seen, trace) = trace(|| {
        let first = next();
        let number = Traced.lit(3.0);
        let before = (next(), fault_so_far());
        let _lane = Traced.lane(number, 0);
        (first, number.name(), before, fault_so_far().is_some())
    });
    assert_eq!(seen, (1, 1, (2, None), true));
    assert_eq!((trace.ops.len(), trace.ops[1]), (2, Op::Number(0)));
    assert!(fault_so_far().is_none(), "the next trace begins without the faults of this one");
}
