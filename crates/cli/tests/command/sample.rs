//! `orogen sample`: points in, heights and slopes out.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::harness::{HILLS, OROGEN, Outcome, generate, heights};

/// Runs `sample RECIPE --points -` with these points.
fn sample(recipe: &str, more: &[&str], points: &str) -> Outcome {
    let mut command = Command::new(OROGEN);
    command.args(["sample", recipe, "--points", "-"]).args(more);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The command may fail before it has read everything.
    _ = child.stdin.take().unwrap().write_all(points.as_bytes());
    child.wait_with_output().unwrap().into()
}

fn columns(outcome: &Outcome, name: &str) -> Vec<String> {
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let mut lines = outcome.out.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let place = lines.next().unwrap().iter().position(|column| *column == name).unwrap();
    lines.map(|line| line[place].to_owned()).collect()
}

#[test]
fn samples_equal_those_of_a_raster_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("hills.toml");
    fs::write(&recipe, HILLS).unwrap();
    let recipe = recipe.to_str().unwrap();
    // 33 samples over 1000 m are 31.25 m apart.
    generate(recipe, folder.path(), &["--format", "f32"]);
    let places = (0..33 * 33).map(|i| format!("{},{}\n", (i % 33) as f64 * 31.25, (i / 33) as f64 * 31.25));
    let outcome = sample(recipe, &[], &format!("x,y\n{}", places.collect::<String>()));
    let sampled =
        columns(&outcome, "height").into_iter().map(|height| height.parse::<f32>().unwrap().to_bits());
    let raster = heights(folder.path()).into_iter().map(f32::to_bits);
    assert!(sampled.eq(raster));
}

#[test]
fn the_gradient_is_the_slope() {
    // Central differences of the f64 heights, 2·h apart.
    let h = 1e-3;
    let at = |x: f64, y: f64| format!("{x},{y}\n");
    let (x, y) = (3210.5, 8765.25);
    let points = format!("x,y\n{}{}{}{}{}", at(x, y), at(x + h, y), at(x - h, y), at(x, y + h), at(x, y - h));
    let outcome = sample("alps", &["--precision", "f64"], &points);
    let numbers = |name: &str| -> Vec<f64> {
        columns(&outcome, name).iter().map(|number| number.parse().unwrap()).collect()
    };
    let (height, dx, dy) = (numbers("height"), numbers("dx"), numbers("dy"));
    assert!((dx[0] - (height[1] - height[2]) / (2.0 * h)).abs() < 1e-5, "{dx:?} {height:?}");
    assert!((dy[0] - (height[3] - height[4]) / (2.0 * h)).abs() < 1e-5, "{dy:?} {height:?}");
    // In f32, the height is the same within the precision of f32, but its text differs.
    let single = sample("alps", &[], &points);
    let coarse: f64 = columns(&single, "height")[0].parse().unwrap();
    assert!((coarse - height[0]).abs() < 0.01 && coarse != height[0]);
}

#[test]
fn other_columns_pass_through() {
    let outcome = sample("alps", &[], "name,y,x,z\n\"Peak, the\",20,10,ignored\n");
    assert_eq!(outcome.status, Some(0), "{}", outcome.err);
    let mut lines = outcome.out.lines();
    assert_eq!(lines.next(), Some("name,y,x,z,height,dx,dy"));
    assert!(lines.next().unwrap().starts_with("\"Peak, the\",20,10,ignored,"));
    let swapped = sample("alps", &[], "x,y\n10,20\n");
    assert_eq!(columns(&swapped, "height")[0], outcome.out.rsplit(',').nth(2).unwrap());
}

#[test]
fn a_space_has_a_third_coordinate() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("space.toml");
    let text = HILLS.replace("samples = 33", "samples = 33, kind = \"space\", z = 70");
    fs::write(&recipe, text).unwrap();
    let recipe = recipe.to_str().unwrap();
    let with_z = sample(recipe, &[], "x,y,z\n1,2,70\n1,2,71\n");
    assert!(with_z.out.starts_with("x,y,z,height,dx,dy,dz\n"), "{}", with_z.out);
    let heights = columns(&with_z, "height");
    assert_ne!(heights[0], heights[1]);
    assert_eq!(with_z.err, "");
    // Without a column z, the space is sliced as by `generate`, with a message.
    let without = sample(recipe, &[], "x,y\n1,2\n");
    assert_eq!(columns(&without, "height")[0], heights[0]);
    assert!(without.err.contains("no column z: using z = 70 m for every point"), "{}", without.err);
}

#[test]
fn errors_in_points_have_their_line() {
    for (points, phrases) in [
        ("", &["stdin:1", "the header has no columns x and y", "x,y or x,y,z"][..]),
        ("1,2\n3,4\n", &["stdin:1", "the header has no columns x and y: `1,2`"]),
        ("x,y\n1,2\n3,four\n", &["stdin:3: y is `four`", "give metres"]),
        ("x,y\nNaN,2\n", &["stdin:2: x is `NaN`"]),
        ("x,y\n1,1e300\n", &["stdin:2: y is `1e300`", "1e12"]),
        ("x,y\n1,2\n3\n", &["stdin:3: this row has 1 columns"]),
        ("X,Y\n1,2\n", &["stdin:1", "write `x` and `y` in lower case"]),
        ("x,y,height\n1,2,3\n", &["stdin:1", "already has a column `height`"]),
    ] {
        // Nothing is printed, not even the header.
        sample("alps", &[], points).refuses(2, phrases);
    }
    let outcome = crate::harness::orogen(&["sample", "alps", "--points", "no/such.csv"]);
    outcome.refuses(2, &["cannot read no/such.csv", "help: "]);
}

#[test]
fn the_farthest_points_have_a_height() {
    let outcome = sample("alps", &[], "x,y\n1e12,-1e12\n-1e12,0\n");
    assert!(columns(&outcome, "height").iter().all(|height| height.parse::<f32>().unwrap().is_finite()));
}

#[test]
fn an_endless_row_is_refused_in_bounded_memory() {
    let long = "1".repeat(2 << 20);
    for (points, line) in [
        (long.clone(), 1),
        (format!("x,y\n1,2\n3,4\n{long}"), 4),
        // In quotes, a row continues across line ends.
        (format!("x,y\n1,2\n\"{}", "1\n".repeat(1 << 20)), 3),
    ] {
        let place = format!("stdin:{line}: the row that begins here has more than 1048576 bytes");
        sample("alps", &[], &points).refuses(2, &[&place]);
    }
    // A shorter row is valid.
    let note = "n".repeat((1 << 20) - 10);
    assert_eq!(sample("alps", &[], &format!("x,y,note\n1,2,{note}\n")).status, Some(0));
    #[cfg(target_os = "linux")]
    {
        // An endless file gives more than 256 MB of address space in a second.
        let script = r#"ulimit -v 262144; exec "$@""#;
        let outcome: Outcome = Command::new("sh")
            .args(["-c", script, "sh", OROGEN, "sample", "alps", "--points", "/dev/zero"])
            .env("RAYON_NUM_THREADS", "1")
            .output()
            .unwrap()
            .into();
        outcome.refuses(2, &["/dev/zero:1: the row that begins here"]);
    }
}

#[test]
fn long_rows_make_short_chunks() {
    // 64 rows of 500 kB are more than two chunks; all are printed in order.
    let note = "n".repeat(500_000);
    let points: String = (0..64).map(|i| format!("{i},2,{note}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("points.csv");
    fs::write(&path, format!("x,y,note\n{points}")).unwrap();
    let outcome = crate::harness::orogen(&["sample", "alps", "--points", path.to_str().unwrap()]);
    let expected: Vec<String> = (0..64).map(|i| i.to_string()).collect();
    assert_eq!(columns(&outcome, "x"), expected);
}

/// Points are checked before erosion is solved: no solution is kept.
#[test]
fn points_are_checked_before_erosion() {
    let folder = tempfile::tempdir().unwrap();
    let land = "orogen = 1\ndomain.size = '2 km'\nheight = { field = 'land', scale = 300 }\n[fields.hills]\ntype = 'fbm'\n\
        wavelength = '1 km'\n[fields.land]\ntype = 'erosion'\ninput = 'hills'\nscale = 300\ndetail = 32\n";
    fs::write(folder.path().join("land.toml"), land).unwrap();
    fs::write(folder.path().join("bad.csv"), "x,y\n1,two\n").unwrap();
    fs::write(folder.path().join("good.csv"), "x,y\n1,2\n").unwrap();
    let sample = |points: &str| -> Outcome {
        let mut command = Command::new(OROGEN);
        command.args(["sample", "land.toml", "--points", points]).current_dir(folder.path());
        command.env("OROGEN_CACHE", folder.path().join("kept")).output().unwrap().into()
    };
    sample(".").refuses(2, &["."]);
    sample("bad.csv").refuses(2, &["two"]);
    assert!(!folder.path().join("kept").exists());
    assert_eq!(sample("good.csv").status, Some(0));
    assert!(folder.path().join("kept").exists());
}
