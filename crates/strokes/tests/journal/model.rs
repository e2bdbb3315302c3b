//! The journal behaves like a model of two lists.

use orogen_strokes::bounds::Bounds;
use orogen_strokes::brush::{Brush, Tool};
use orogen_strokes::journal::{Journal, read};
use orogen_strokes::stroke::{Point, Stroke, Surface};
use proptest::prelude::*;

use crate::scene::{number, numbers, open, stroke};

#[derive(Clone, Copy, Debug)]
enum Act {
    Stroke,
    Undo,
    Redo,
    Reopen,
    Compact,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => Just(Act::Stroke),
        4 => Just(Act::Undo),
        3 => Just(Act::Redo),
        1 => Just(Act::Reopen),
        1 => Just(Act::Compact),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_sequence_equals_the_model(acts in prop::collection::vec(act(), 0..60)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("any.strokes");
        let mut journal = open(&path).unwrap();
        let (mut active, mut undone) = (Vec::new(), Vec::new());
        for (count, act) in acts.into_iter().enumerate() {
            match act {
                Act::Stroke => {
                    journal.push(&stroke(count)).unwrap();
                    active.push(count);
                    undone.clear();
                }
                Act::Undo => {
                    prop_assert_eq!(journal.undo().unwrap().is_some(), !active.is_empty());
                    undone.extend(active.pop());
                }
                Act::Redo => {
                    prop_assert_eq!(journal.redo().unwrap().is_some(), !undone.is_empty());
                    active.extend(undone.pop());
                }
                Act::Reopen => {
                    drop(journal);
                    journal = open(&path).unwrap();
                    prop_assert_eq!(journal.dropped(), None);
                }
                Act::Compact => journal.compact().unwrap(),
            }
            prop_assert_eq!(&numbers(&mut journal), &active);
            prop_assert_eq!(journal.undone(), undone.len());
            // A reader of the open file gets the same strokes.
            let recorded = read(&path).unwrap();
            prop_assert_eq!(recorded.strokes.iter().map(|stroke| number(stroke)).collect::<Vec<_>>(), active.clone());
            prop_assert_eq!((recorded.undone, recorded.dropped), (undone.len(), None));
        }
        while journal.redo().unwrap().is_some() {
            active.extend(undone.pop());
        }
        prop_assert_eq!(numbers(&mut journal), active);
    }
}

#[test]
fn compact_drops_what_can_no_longer_be_redone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.strokes");
    let mut journal = open(&path).unwrap();
    for count in 0..100 {
        journal.push(&stroke(count)).unwrap();
        journal.undo().unwrap();
    }
    let before = std::fs::metadata(&path).unwrap().len();
    journal.compact().unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() * 20 < before);
    assert_eq!((journal.len(), journal.undone()), (0, 1));
    journal.redo().unwrap();
    assert_eq!(number(&journal.stroke(0).unwrap()), 99);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn near_includes_what_blurs_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::open(folder.path().join("near.strokes"), "", Surface::Plane).unwrap();
    let raise = Tool::Raise { metres: 1.0 };
    let at = |tool, x: f64| Stroke {
        brush: Brush::new(tool, 10.0),
        points: vec![Point { position: [x, 0.0], pressure: 1.0 }],
    };
    // The blur at 50 m reads 42.5 m beyond the queried box: it reads the earlier stroke at 90 m, whose edge is at 80 m, but not
    // the one at 100 m, nor the later one.
    let smooth = Tool::Smooth { radius: 20.0 };
    for (tool, x) in
        [(raise.clone(), 90.0), (raise.clone(), 100.0), (smooth, 50.0), (raise.clone(), 90.0), (raise, 30.0)]
    {
        journal.push(&at(tool, x)).unwrap();
    }
    assert_eq!(journal.near(&Bounds::of_plane([25.0, -5.0, 45.0, 5.0])), [0, 2, 4]);
    assert_eq!(journal.near(&Bounds::of_plane([25.0, -5.0, 35.0, 5.0])), [4]);
}
