//! The studio on a separate display with xdotool as mouse and keyboard: from the start page to the files for Unity.
#![cfg(all(feature = "studio", target_os = "linux"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use orogen_strokes::journal;

/// The size of the display and of the window on it.
const SIZE: [u32; 2] = [1360, 860];

/// The time limit of each step: the machine renders without a graphics card, and may be busy.
const PATIENCE: Duration = Duration::from_secs(240);

/// A display and the program on it. Both end when this is dropped.
struct Stage {
    display: String,
    server: Child,
    program: Option<Child>,
    /// The folder to which the program writes its widgets.
    log_folder: PathBuf,
}

impl Stage {
    /// A separate display, numbered by this process. Servers that choose a number themselves may choose the same one.
    fn new(folder: &Path) -> Self {
        let [columns, rows] = SIZE;
        let display = format!(":{}", 100 + std::process::id() % 60_000);
        let screen = format!("{columns}x{rows}x24");
        // Without `-noreset`, the server resets when its last client leaves and refuses clients meanwhile. Until the program
        // connects, that client is xdotool.
        let mut server = Command::new("Xvfb")
            .args([&display, "-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("install xvfb");
        let mut number = String::new();
        let out = server.stdout.take().expect("it is piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut number).expect("a display");
        let log_folder = folder.join("log");
        fs::create_dir_all(&log_folder).unwrap();
        assert_eq!(format!(":{}", number.trim()), display, "the server is ready");
        Self { display, server, program: None, log_folder }
    }

    /// Starts the program for a user who has seen the tour.
    fn start(&mut self, folder: &Path, arguments: &[&str]) {
        let state = folder.join("state/orogen");
        fs::create_dir_all(&state).unwrap();
        fs::write(state.join("tour-seen"), "").unwrap();
        let program = Command::new(env!("CARGO_BIN_EXE_orogen"))
            .arg("studio")
            .args(arguments)
            .current_dir(folder)
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_STATE_HOME", folder.join("state"))
            .env("OROGEN_STUDIO_LOG", &self.log_folder)
            .spawn();
        let mut program = program.expect("the program");
        until("the window", || {
            assert!(program.try_wait().unwrap().is_none(), "the program has ended");
            self.is_called("Orogen")
        });
        self.program = Some(program);
        // Without a window manager, the test must focus the window.
        assert!(self.does("search --onlyvisible --name Orogen windowfocus"));
    }

    /// Whether the window's title contains a word.
    fn is_called(&self, word: &str) -> bool {
        self.does(&format!("search --onlyvisible --name {word}"))
    }

    /// Runs xdotool with arguments, which are split at white space.
    fn does(&self, words: &str) -> bool {
        let mut tool = Command::new("xdotool");
        let tool = tool.args(words.split_whitespace()).env("DISPLAY", &self.display);
        tool.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("install xdotool").success()
    }

    /// Left, top, width and height of the topmost widget with this role and name, as last written by the program.
    fn sees(&self, role: &str, name: &str) -> Option<[f64; 4]> {
        let widgets = fs::read_to_string(self.log_folder.join("widgets.tsv")).ok()?;
        let place = |line: &str| -> Option<[f64; 4]> {
            let words: Vec<_> = line.split('\t').collect();
            let place = [0, 1, 2, 3].map(|at: usize| words.get(at).and_then(|word| word.parse().ok()));
            let [Some(x), Some(y), Some(width), Some(height)] = place else { return None };
            (words[4..] == [role, name]).then_some([x, y, width, height])
        };
        widgets.lines().filter_map(place).min_by(|one, other| one[1].total_cmp(&other[1]))
    }

    /// The position of a widget, once it no longer moves: dialogs take a few frames to find their size.
    fn find(&self, role: &str, name: &str) -> [f64; 4] {
        let mut last = None;
        until(name, || {
            let before = last.replace(self.sees(role, name));
            sleep(Duration::from_millis(300));
            before.flatten().is_some() && before == Some(self.sees(role, name))
        });
        self.sees(role, name).unwrap()
    }

    fn click(&self, role: &str, name: &str) {
        let [x, y, width, height] = self.find(role, name);
        self.does(&format!("mousemove {:.0} {:.0}", x + width / 2.0, y + height / 2.0));
        sleep(Duration::from_millis(300));
        self.does("click 1");
    }

    /// Drags a slider between fractions of its width, in a number of steps.
    fn drag(&self, name: &str, [from, to]: [f64; 2], steps: u32) {
        self.drag_over("Slider", name, [[from, 0.5], [to, 0.5]], steps);
    }

    /// Drags over a widget between positions in fractions of its size, in a number of steps.
    fn drag_over(&self, role: &str, name: &str, [from, to]: [[f64; 2]; 2], steps: u32) {
        let [x, y, width, height] = self.find(role, name);
        let at = |share: f64| {
            let [i, j] = [0, 1].map(|axis: usize| from[axis] + share * (to[axis] - from[axis]));
            format!("mousemove {:.0} {:.0}", x + i * width, y + j * height)
        };
        self.does(&at(0.0));
        sleep(Duration::from_millis(200));
        self.does("mousedown 1");
        for step in 1..=steps {
            sleep(Duration::from_millis(100));
            self.does(&at(f64::from(step) / f64::from(steps)));
        }
        sleep(Duration::from_millis(200));
        self.does("mouseup 1");
    }

    fn press(&self, keys: &str) {
        self.does(&format!("key --clearmodifiers {keys}"));
    }

    fn write(&self, text: &str) {
        self.does(&format!("type --clearmodifiers --delay 30 {text}"));
    }

    /// The frames so far. Numbers of each: milliseconds of the interface, milliseconds of the whole previous frame, pictures
    /// shown so far, milliseconds for which the picture has been outdated.
    fn frames(&self) -> Vec<[f64; 4]> {
        let frames = fs::read_to_string(self.log_folder.join("frames.txt")).unwrap();
        let of = |line: &str| {
            let numbers: Vec<f64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
            numbers.try_into().ok()
        };
        frames.lines().filter_map(of).collect()
    }

    /// Asserts that the view followed a drag of this many events, and prints how closely: a machine that is busy with other
    /// work shows a picture for some of the events.
    fn follows(&self, what: &str, begin: usize, events: f64) {
        let frames = self.frames().split_off(begin);
        let [first, last] = [frames.first(), frames.last()].map(|frame| frame.map_or(0.0, |frame| frame[2]));
        let mut ages: Vec<_> = frames.iter().map(|frame| frame[3]).collect();
        ages.sort_by(f64::total_cmp);
        let [median, longest] = [0.5, 1.0].map(|share| ages[((ages.len() - 1) as f64 * share) as usize]);
        let pictures = last - first;
        println!(
            "{what}: {pictures} pictures for {events} events, age: median {median:.0} ms, longest {longest:.0} ms"
        );
        assert!(10.0 * pictures >= events, "{what}: {pictures} pictures for {events} events");
        assert!(median < 3000.0, "{what}: pictures are {median} ms old");
    }

    /// Saves a screenshot to the folder in `OROGEN_SHOTS`, if it is set.
    fn keep(&self, name: &str) {
        if let Some(folder) = std::env::var_os("OROGEN_SHOTS") {
            // The display follows a frame later.
            sleep(Duration::from_secs(2));
            let path = Path::new(&folder).join(format!("{name}.png"));
            let shot = Command::new("import")
                .args(["-window", "root"])
                .arg(path)
                .env("DISPLAY", &self.display)
                .status();
            assert!(shot.expect("install imagemagick").success());
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for child in self.program.iter_mut().chain([&mut self.server]) {
            // The processes may have ended already.
            _ = child.kill();
            _ = child.wait();
        }
    }
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what} did not happen");
        sleep(Duration::from_millis(200));
    }
}

#[test]
fn from_the_start_page_to_the_files_for_unity() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(folder.path());
    stage.start(folder.path(), &[]);
    stage.find("Button", "alps");
    stage.keep("1-start");
    stage.click("Button", "alps");
    until("the preset", || stage.is_called("alps"));
    stage.keep("2-alps");
    stage.drag("scale", [0.2, 0.4], 4);
    until("the change", || stage.is_called("modified"));
    stage.keep("3-slider");
    stage.press("ctrl+z");
    until("the undo", || !stage.is_called("modified"));
    stage.press("ctrl+shift+z");
    until("the redo", || stage.is_called("modified"));
    // A stroke on the terrain, undone and redone before the recipe is saved.
    stage.click("Button", "Raise");
    stage.drag_over("Image", "terrain", [[0.4, 0.6], [0.65, 0.55]], 8);
    let waiting = folder.path().join("state/orogen/rescue/alps.strokes");
    let strokes = |path: &Path| journal::read(path).map_or(0, |kept| kept.strokes.len());
    until("the stroke", || strokes(&waiting) == 1);
    stage.keep("4-stroke");
    stage.press("ctrl+z");
    until("its undo", || strokes(&waiting) == 0);
    stage.press("ctrl+shift+z");
    until("its redo", || strokes(&waiting) == 1);
    stage.press("Escape");
    stage.press("ctrl+s");
    stage.find("TextInput", "file name");
    stage.keep("5-save");
    stage.press("ctrl+a");
    stage.write("mine.toml");
    stage.press("Return");
    let saved = folder.path().join("mine.toml");
    until("the saved recipe", || saved.exists() && stage.is_called("mine"));
    let text = fs::read_to_string(&saved).unwrap();
    let preset = include_str!("../../orogen/recipes/alps.toml");
    let changed: Vec<_> = text.lines().zip(preset.lines()).filter(|(new, old)| new != old).collect();
    assert_eq!(changed.len(), 1, "the slider changed one line: {changed:?}");
    assert!(text.contains("# The land rises where `massifs` is high"), "comments stay");
    assert!(text.contains("[sculpt]\nstrokes = \"mine.strokes\""), "{text}");
    assert_eq!(strokes(&folder.path().join("mine.strokes")), 1, "they have come along");
    // Another program changes the file, and the export includes the change.
    fs::write(&saved, text.replace("seed = 7", "seed = 12345").replace("octaves = 3", "octaves = 2"))
        .unwrap();
    stage.find("SpinButton", "seed: 12345");
    stage.keep("6-reloaded");
    stage.press("ctrl+e");
    stage.find("Button", "Export");
    stage.keep("7-export");
    stage.click("Button", "unity");
    stage.click("Button", "Export");
    stage.keep("8-exporting");
    let described = folder.path().join("mine-unity/terrain.json");
    until("the files", || described.exists());
    let described = fs::read_to_string(described).unwrap();
    stage.find("Label", "Done");
    stage.keep("9-exported");
    assert!(described.contains("\"target\": \"unity\"") && described.contains("12345"), "{described}");
    assert!(described.contains("\"mine.strokes\""), "the stroke is in what was exported: {described}");
    assert!(fs::metadata(folder.path().join("mine-unity/mine.raw")).unwrap().len() > 1000);
}

/// The error needs no display, since no window is opened.
#[test]
fn a_misspelt_recipe_is_reported_immediately() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orogen"));
    let output =
        command.args(["studio", "alsp"]).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").output();
    let output = output.expect("the program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("there is no recipe `alsp`") && said.contains("the preset `alps`?"), "{said}");
}

/// The program ends with its display, but keeps the changes of the recipe.
#[test]
fn changes_survive_the_loss_of_the_display() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let preset = include_str!("../../orogen/recipes/hills.toml");
    fs::write(&path, preset).unwrap();
    let mut stage = Stage::new(folder.path());
    stage.start(folder.path(), &["mine.toml"]);
    stage.click("Button", "Next");
    until("the change", || stage.is_called("modified"));
    let rescue = folder.path().join(".mine.toml.orogen-rescue");
    until("the copy", || rescue.exists());
    _ = stage.server.kill();
    _ = stage.server.wait();
    let mut program = stage.program.take().unwrap();
    let ended = || program.try_wait().unwrap().is_some();
    until("the end of the program", ended);
    assert_eq!(fs::read_to_string(&path).unwrap(), preset, "the file is as it was");
    let kept = fs::read_to_string(&rescue).unwrap();
    let changed = kept.lines().zip(preset.lines()).filter(|(new, old)| new != old).count();
    assert_eq!((kept.lines().count(), changed), (preset.lines().count(), 1), "{kept}");
}

/// The view follows drags. Prints the frame times during a drag and during a large export, for `docs/performance.md`. They are
/// not asserted, since the machine may be busy.
#[test]
fn how_long_frames_take() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new(folder.path());
    stage.start(folder.path(), &["alps"]);
    stage.find("Slider", "scale");
    sleep(Duration::from_secs(3));
    let begin = stage.frames().len();
    // With OROGEN_SWEEP, the test measures half a minute of dragging and a large export. Otherwise it only checks that both
    // work.
    let is_sweep = std::env::var_os("OROGEN_SWEEP").is_some();
    let (drags, size) = if is_sweep { (4, "4096") } else { (1, "1024") };
    for _ in 0..drags {
        stage.drag("scale", [0.2, 0.5], 25);
        stage.drag("scale", [0.5, 0.2], 25);
    }
    let dragged = stage.frames().split_off(begin);
    assert!(stage.is_called("modified"), "the slider was dragged");
    stage.follows("a dragged slider", begin, 50.0 * f64::from(drags));
    let begin = stage.frames().len();
    stage.drag_over("Image", "terrain", [[0.3, 0.6], [0.7, 0.5]], 25);
    stage.follows("an orbiting camera", begin, 25.0);
    told("a dragged slider", &dragged);
    // The last change is still being rendered when the export begins.
    stage.press("ctrl+e");
    stage.click("Button", size);
    stage.click("Button", "Export");
    until("the progress", || stage.sees("Button", "Export").is_none());
    let begin = stage.frames().len();
    let mut frames = 0;
    until("the files", || {
        for x in [400, 600, 800] {
            stage.does(&format!("mousemove {x} 700"));
            sleep(Duration::from_millis(60));
        }
        frames = stage.frames().len();
        stage.sees("Label", "Done").is_some()
    });
    assert!(folder.path().join("alps-files/terrain.json").exists());
    let mut exported = stage.frames().split_off(begin);
    exported.truncate(frames - begin);
    told(&format!("an export of {size}² samples"), &exported);
}

fn told(what: &str, frames: &[[f64; 4]]) {
    println!("{what}: {} frames", frames.len());
    for (part, name) in ["the interface", "with drawing"].into_iter().enumerate() {
        let mut took: Vec<_> = frames.iter().map(|frame| frame[part]).collect();
        took.sort_by(f64::total_cmp);
        let at = |share: f64| took[((took.len() - 1) as f64 * share).round() as usize];
        let (median, most, longest) = (at(0.5), at(0.99), at(1.0));
        println!("{name}: median {median:.1} ms, 99 % within {most:.1} ms, longest {longest:.1} ms");
    }
}
