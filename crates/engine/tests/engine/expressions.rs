//! Values and derivatives of expressions, against plain evaluation and against the same nodes written by hand.

use orogen_engine::level::Level;
use orogen_noise::jet::Order;
use proptest::prelude::*;

use crate::derivatives::{INPUTS, check_field};
use crate::field::{Field, points};

/// An expression, as text and as a function of the values of `a`, `b` and `mask`.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Name(usize),
    Negative(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
    Square(Box<Tree>),
    Call(&'static str, Vec<Tree>),
}

const NAMES: [&str; 3] = ["a", "b", "mask"];

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Number(number) => number.to_string(),
            Tree::Name(name) => NAMES[*name].to_owned(),
            Tree::Negative(tree) => format!("-({})", tree.text()),
            // All brackets are written, because `tests/recipe` tests precedence.
            Tree::Binary(sign, left, right) => format!("({}) {sign} ({})", left.text(), right.text()),
            Tree::Square(tree) => format!("({})^2", tree.text()),
            Tree::Call(name, trees) => {
                format!("{name}({})", trees.iter().map(Tree::text).collect::<Vec<_>>().join(", "))
            }
        }
    }

    fn value(&self, names: [f64; 3]) -> f64 {
        match self {
            Tree::Number(number) => *number,
            Tree::Name(name) => names[*name],
            Tree::Negative(tree) => -tree.value(names),
            Tree::Square(tree) => tree.value(names) * tree.value(names),
            Tree::Binary(sign, left, right) => {
                let (left, right) = (left.value(names), right.value(names));
                match sign {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    _ => unreachable!("no other sign is chosen"),
                }
            }
            Tree::Call(name, trees) => {
                let x: Vec<_> = trees.iter().map(|tree| tree.value(names)).collect();
                match *name {
                    "abs" => x[0].abs(),
                    "sin" => x[0].sin(),
                    "cos" => x[0].cos(),
                    "min" => x[0].min(x[1]),
                    "max" => x[0].max(x[1]),
                    "mix" => x[0] + x[2].clamp(0.0, 1.0) * (x[1] - x[0]),
                    _ => unreachable!("no other function is chosen"),
                }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let number = (0..40_i32).prop_map(|number| Tree::Number(f64::from(number) / 8.0));
    let leaf = prop_oneof![number, (0..3_usize).prop_map(Tree::Name)];
    leaf.prop_recursive(5, 40, 3, |tree| {
        let pair = || (tree.clone(), tree.clone());
        prop_oneof![
            tree.clone().prop_map(|tree| Tree::Negative(Box::new(tree))),
            tree.clone().prop_map(|tree| Tree::Square(Box::new(tree))),
            (prop_oneof![Just('+'), Just('-'), Just('*')], pair())
                .prop_map(|(sign, (left, right))| Tree::Binary(sign, Box::new(left), Box::new(right))),
            (prop_oneof![Just("abs"), Just("sin"), Just("cos")], tree.clone())
                .prop_map(|(name, tree)| Tree::Call(name, vec![tree])),
            (prop_oneof![Just("min"), Just("max")], pair())
                .prop_map(|(name, (left, right))| Tree::Call(name, vec![left, right])),
            (tree.clone(), pair()).prop_map(|(mask, (a, b))| Tree::Call("mix", vec![a, b, mask])),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_plain_arithmetic(tree in trees()) {
        let points = points::<2>(30);
        let names = NAMES.map(|name| Field::<2>::new(name, INPUTS).values::<f64>(&points));
        // Recipes whose values may leave the range of single precision are refused.
        if let Ok(field) = Field::<2>::at_spacing(&tree.text(), INPUTS, 1.0) {
            let interval = field.interval();
            let tolerance = 1e-11 * interval.abs().max.max(1.0);
            for (at, value) in field.values::<f64>(&points).into_iter().enumerate() {
                let expected = tree.value([0, 1, 2].map(|name: usize| names[name][at]));
                prop_assert!((value - expected).abs() <= tolerance, "{}: {value}, not {expected}", tree.text());
                prop_assert!(interval.min - tolerance <= value && value <= interval.max + tolerance, "{}", tree.text());
            }
        }
    }
}

/// Expressions, each with fields written by hand whose `x` is the same.
const BY_HAND: &[[&str; 2]] = &[
    ["a - b", "[fields.x]\ntype = 'subtract'\na = 'a'\nb = 'b'"],
    [
        "a / (b + 3)",
        "[fields.x]\ntype = 'divide'\na = 'a'\nb = 'more'\n[fields.more]\ntype = 'offset'\ninput = 'b'\namount = 3",
    ],
    [
        "a + 60 * b * mask",
        "[fields.x]\ntype = 'add'\na = 'a'\nb = 'inside'\n[fields.inside]\ntype = 'multiply'\na = 'high'\nb = 'mask'\n\
         [fields.high]\ntype = 'scale'\ninput = 'b'\nfactor = 60",
    ],
    [
        "sin(9 * a)",
        "[fields.x]\ntype = 'sin'\ninput = 'wide'\n[fields.wide]\ntype = 'scale'\ninput = 'a'\nfactor = 9",
    ],
    ["cos(a)", "[fields.x]\ntype = 'cos'\ninput = 'a'"],
    [
        "sqrt(a + 2)",
        "[fields.x]\ntype = 'sqrt'\ninput = 'more'\n[fields.more]\ntype = 'offset'\ninput = 'a'\namount = 2",
    ],
    [
        "(a + 2)^1.7",
        "[fields.x]\ntype = 'power'\ninput = 'more'\npower = 1.7\n[fields.more]\ntype = 'offset'\ninput = 'a'\namount = 2",
    ],
    ["smoothstep(-0.5, 0.5, a)", "[fields.x]\ntype = 'smoothstep'\ninput = 'a'\nlow = -0.5\nhigh = 0.5"],
    [
        "smooth_max(a, -b, 0.3)",
        "[fields.x]\ntype = 'smooth-max'\na = 'a'\nb = 'less'\nradius = 0.3\n[fields.less]\ntype = 'scale'\n\
         input = 'b'\nfactor = -1",
    ],
];

#[test]
fn expressions_have_the_bits_and_derivatives_of_their_nodes() {
    let points = points::<2>(200);
    for [text, fields] in BY_HAND {
        let field = Field::<2>::new(text, INPUTS);
        let by_hand = Field::<2>::new("x", &format!("{INPUTS}{fields}\n"));
        for (name, level) in Level::all() {
            let [one, other] =
                [&field, &by_hand].map(|field| field.planes::<f32>(level, Order::Hessian, &points));
            assert!(one == other, "{name}: {text}");
        }
        check_field(&field, text, Order::Hessian);
    }
}

/// A displaced field displaces the expression that it reads.
#[test]
fn expressions_are_displaced_with_their_field() {
    let displaced = |input: &str| {
        let text = format!(
            "{INPUTS}[fields.x]\ntype = 'scale'\ninput = '{input}'\ndisplace = {{ by = 'a * 2', strength = 60.0 }}\n\
             [fields.sum]\ntype = 'add'\na = 'a'\nb = 'b'\n"
        );
        Field::<2>::new("x", &text).values::<f32>(&points::<2>(50))
    };
    assert_eq!(displaced("a + b"), displaced("sum"));
}
