//! A separate display with the program on it, and xdotool as mouse and keyboard.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The size of the display and of the window on it.
pub(crate) const SIZE: [u32; 2] = [1360, 860];

/// The time limit of each step: the machine renders without a graphics card, and may be busy.
const PATIENCE: Duration = Duration::from_secs(400);

/// Numbers of a frame: milliseconds of the interface, milliseconds of the whole previous frame, pictures shown so far, milliseconds
/// for which the picture has been outdated, and milliseconds to the next frame if nothing happens, or -1 if none follows.
pub(crate) type Frame = [f64; 5];

/// A display and the program on it. Both end when this is dropped.
pub(crate) struct Stage {
    display: String,
    size: [u32; 2],
    pub(crate) server: Child,
    pub(crate) program: Option<Child>,
    /// The folder to which the program writes its widgets.
    log_folder: PathBuf,
}

impl Stage {
    /// A separate display, numbered by this process. Servers that choose a number themselves may choose the same one.
    pub(crate) fn new(folder: &Path, size: [u32; 2]) -> Self {
        let display = format!(":{}", 100 + std::process::id() % 60_000);
        let screen = format!("{}x{}x24", size[0], size[1]);
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
        Self { display, size, server, program: None, log_folder }
    }

    /// Starts the program for a user who has seen the tour.
    pub(crate) fn start(&mut self, folder: &Path, arguments: &[&str]) {
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
        // Without a window manager, the test must focus the window, and give it the size of the display.
        let [columns, rows] = self.size;
        let search = "search --onlyvisible --name Orogen";
        assert!(self.does(&format!("{search} windowsize {columns} {rows} windowfocus")));
        // The help is at the right edge.
        let is_at_edge = |[x, _, width, _]: [f64; 4]| x + width + 20.0 > f64::from(columns);
        until("the size", || self.sees("Button", "Help").is_some_and(is_at_edge));
    }

    /// Whether the window's title contains a word.
    pub(crate) fn is_called(&self, word: &str) -> bool {
        self.does(&format!("search --onlyvisible --name {word}"))
    }

    /// Runs xdotool with arguments, which are split at white space.
    pub(crate) fn does(&self, words: &str) -> bool {
        let mut tool = Command::new("xdotool");
        let tool = tool.args(words.split_whitespace()).env("DISPLAY", &self.display);
        tool.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("install xdotool").success()
    }

    /// Left, top, width and height of the topmost widget with this role and name, as last written by the program.
    pub(crate) fn sees(&self, role: &str, name: &str) -> Option<[f64; 4]> {
        self.topmost(|of, its_name| (of, its_name) == (role, name))
    }

    /// Left, top, width and height of the topmost widget whose role and name match.
    fn topmost(&self, matches: impl Fn(&str, &str) -> bool) -> Option<[f64; 4]> {
        let widgets = fs::read_to_string(self.log_folder.join("widgets.tsv")).ok()?;
        let place = |line: &str| -> Option<[f64; 4]> {
            let words: Vec<_> = line.split('\t').collect();
            let place = [0, 1, 2, 3].map(|at: usize| words.get(at).and_then(|word| word.parse().ok()));
            let [Some(x), Some(y), Some(width), Some(height)] = place else { return None };
            let [role, name] = words[4..] else { return None };
            matches(role, name).then_some([x, y, width, height])
        };
        widgets.lines().filter_map(place).min_by(|one, other| one[1].total_cmp(&other[1]))
    }

    /// The number of buttons whose names begin like this.
    pub(crate) fn count(&self, start: &str) -> usize {
        let widgets = fs::read_to_string(self.log_folder.join("widgets.tsv")).unwrap_or_default();
        let name = |line: &str| line.split_once("\tButton\t").map(|(_, name)| name.starts_with(start));
        widgets.lines().filter(|line| name(line) == Some(true)).count()
    }

    /// The position of a widget, once it no longer moves: dialogs take a few frames to find their size.
    pub(crate) fn find(&self, role: &str, name: &str) -> [f64; 4] {
        self.still(name, || self.sees(role, name))
    }

    /// What a reading of the widgets returns once it no longer changes: while no frame follows, or over four frames. A frame of
    /// a busy machine takes seconds, and a dialog that has just opened needs a few.
    fn still<T: Copy + PartialEq>(&self, what: &str, read: impl Fn() -> Option<T>) -> T {
        let (mut last, mut since, mut start) = (None, 0, Instant::now());
        until(what, || {
            let frames = self.frames();
            let now = read();
            if now.is_none() || now != last {
                (last, since, start) = (now, frames.len(), Instant::now());
                return false;
            }
            let is_over = !is_followed(&frames) && start.elapsed() > Duration::from_millis(300);
            is_over || frames.len() >= since + 4
        });
        last.unwrap_or_else(|| unreachable!("it has been read"))
    }

    /// The middle of the widget whose name begins like this, once it no longer moves.
    pub(crate) fn middle(&self, start: &str) -> [f64; 2] {
        let [x, y, width, height] = self.still(start, || self.topmost(|_, name| name.starts_with(start)));
        [x + width / 2.0, y + height / 2.0]
    }

    /// Drags from one position to another.
    pub(crate) fn drag_between(&self, from: [f64; 2], to: [f64; 2]) {
        self.drag_along(|share| [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis])), 8);
    }

    pub(crate) fn click(&self, role: &str, name: &str) {
        let [x, y, width, height] = self.find(role, name);
        self.click_at([x + width / 2.0, y + height / 2.0]);
    }

    pub(crate) fn click_at(&self, [x, y]: [f64; 2]) {
        self.act(&format!("mousemove {x:.0} {y:.0}"));
        self.act("click 1");
    }

    /// Runs xdotool, and waits until the window shows the effect: until two frames later, or one that no other follows. All
    /// keys and buttons cause a frame, which a busy machine draws seconds later, but some motions cause none.
    fn act(&self, words: &str) {
        let patience = Duration::from_secs(if words.starts_with("mousemove") { 3 } else { 60 });
        let (before, start) = (self.frames().len(), Instant::now());
        self.does(words);
        let is_shown =
            |frames: &[Frame]| frames.len() >= before + 2 || (frames.len() > before && !is_followed(frames));
        while !is_shown(&self.frames()) && start.elapsed() < patience {
            sleep(Duration::from_millis(20));
        }
    }

    /// Drags a slider between fractions of its width, in a number of steps.
    pub(crate) fn drag(&self, name: &str, [from, to]: [f64; 2], steps: u32) {
        self.drag_over("Slider", name, [[from, 0.5], [to, 0.5]], steps);
    }

    /// Drags over a widget between positions in fractions of its size, in a number of steps.
    pub(crate) fn drag_over(&self, role: &str, name: &str, [from, to]: [[f64; 2]; 2], steps: u32) {
        let [x, y, width, height] = self.find(role, name);
        let at = |share: f64| {
            let [i, j] = [0, 1].map(|axis: usize| from[axis] + share * (to[axis] - from[axis]));
            [x + i * width, y + j * height]
        };
        self.drag_along(at, steps);
    }

    /// Drags along a path, which is given by the position at each share of it.
    fn drag_along(&self, at: impl Fn(f64) -> [f64; 2], steps: u32) {
        let hover = |share| {
            let [x, y] = at(share);
            self.does(&format!("mousemove {x:.0} {y:.0}"));
        };
        hover(0.0);
        sleep(Duration::from_millis(200));
        self.act("mousedown 1");
        for step in 1..=steps {
            sleep(Duration::from_millis(100));
            hover(f64::from(step) / f64::from(steps));
        }
        sleep(Duration::from_millis(200));
        self.act("mouseup 1");
    }

    pub(crate) fn press(&self, keys: &str) {
        self.act(&format!("key --clearmodifiers {keys}"));
    }

    pub(crate) fn write(&self, text: &str) {
        self.act(&format!("type --clearmodifiers --delay 30 {text}"));
    }

    /// The frames so far.
    pub(crate) fn frames(&self) -> Vec<Frame> {
        let frames = fs::read_to_string(self.log_folder.join("frames.txt")).unwrap();
        let of = |line: &str| {
            let numbers: Vec<f64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
            numbers.try_into().ok()
        };
        frames.lines().filter_map(of).collect()
    }

    /// Asserts that the view followed a drag of this many events, and prints how closely: a machine that is busy with other
    /// work shows a picture for some of the events.
    pub(crate) fn follows(&self, what: &str, begin: usize, events: f64) {
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
    pub(crate) fn keep(&self, name: &str) {
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
        if std::thread::panicking() {
            self.keep("failed");
        }
        for child in self.program.iter_mut().chain([&mut self.server]) {
            // The processes may have ended already.
            _ = child.kill();
            _ = child.wait();
        }
    }
}

pub(crate) fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what} did not happen");
        sleep(Duration::from_millis(200));
    }
}

/// Whether the program draws another frame soon even if nothing happens.
fn is_followed(frames: &[Frame]) -> bool {
    frames.last().is_some_and(|[.., next]| (0.0..200.0).contains(next))
}
