//! The interactive program on a display of its own, with a real mouse and a real keyboard: from the start page to the files for
//! Unity, without anybody's help.
#![cfg(all(feature = "studio", target_os = "linux"))]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The size of the display and of the window on it.
const SIZE: [u32; 2] = [1360, 860];

/// How long anything may take: the machine paints without a graphics card, and has other work.
const PATIENCE: Duration = Duration::from_secs(240);

/// A display, and the program on it; both end with this.
struct Stage {
    display: String,
    server: Child,
    program: Option<Child>,
}

impl Stage {
    /// A display that nobody else has: the server chooses the number.
    fn new() -> Self {
        let [columns, rows] = SIZE;
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &format!("{columns}x{rows}x24"), "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("install xvfb");
        let mut number = String::new();
        let out = server.stdout.take().expect("it is piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut number).expect("a display");
        Self { display: format!(":{}", number.trim()), server, program: None }
    }

    fn start(&mut self, folder: &Path, arguments: &[&str]) {
        let program = Command::new(env!("CARGO_BIN_EXE_orogen"))
            .arg("studio")
            .args(arguments)
            .current_dir(folder)
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_STATE_HOME", folder.join("state"))
            .spawn();
        self.program = Some(program.expect("the program"));
        until("the window", || self.does("search --onlyvisible --name Orogen"));
        // Without a window manager nobody gives it the keyboard.
        assert!(self.does("search --onlyvisible --name Orogen windowfocus"));
    }

    /// Runs xdotool with words that are split at white space.
    fn does(&self, words: &str) -> bool {
        let mut tool = Command::new("xdotool");
        let tool = tool.args(words.split_whitespace()).env("DISPLAY", &self.display);
        tool.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("install xdotool").success()
    }

    fn click(&self, x: u32, y: u32) {
        self.does(&format!("mousemove {x} {y}"));
        sleep(Duration::from_millis(300));
        self.does("click 1");
        sleep(Duration::from_millis(700));
    }

    fn press(&self, keys: &str) {
        self.does(&format!("key --clearmodifiers {keys}"));
        sleep(Duration::from_millis(700));
    }

    fn write(&self, text: &str) {
        self.does(&format!("type --clearmodifiers --delay 30 {text}"));
        sleep(Duration::from_millis(500));
    }

    /// Keeps a picture of the display, for who wants to look at it: `OROGEN_SHOTS=folder`.
    fn keep(&self, name: &str) {
        if let Some(folder) = std::env::var_os("OROGEN_SHOTS") {
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
            // They may have ended already.
            _ = child.kill();
            _ = child.wait();
        }
    }
}

fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what} has not come about");
        sleep(Duration::from_millis(200));
    }
}

#[test]
fn from_the_start_page_to_the_files_for_unity() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::new();
    stage.start(folder.path(), &[]);
    stage.keep("1-start");
    // The first card is the first preset, alps; the window is called after what is open. Until it has drawn itself, clicks do
    // nothing.
    until("the preset", || {
        stage.click(120, 200);
        stage.does("search --onlyvisible --name alps")
    });
    sleep(Duration::from_secs(2));
    stage.keep("2-alps");
    // The slider of the scale is dragged to the right.
    until("the change", || {
        stage.does("mousemove 170 154 mousedown 1");
        for x in [180, 190, 195] {
            sleep(Duration::from_millis(400));
            stage.does(&format!("mousemove {x} 154"));
        }
        stage.does("mouseup 1");
        sleep(Duration::from_secs(1));
        stage.does("search --onlyvisible --name changed")
    });
    stage.keep("3-slider");
    stage.press("ctrl+s");
    sleep(Duration::from_secs(3));
    stage.keep("4-save");
    stage.press("ctrl+a");
    stage.write("mine.toml");
    stage.press("Return");
    let saved = folder.path().join("mine.toml");
    until("the saved recipe", || saved.exists());
    let text = fs::read_to_string(&saved).unwrap();
    let preset = include_str!("../../../recipes/alps.toml");
    let changed: Vec<_> = text.lines().zip(preset.lines()).filter(|(new, old)| new != old).collect();
    assert_eq!(changed.len(), 1, "the slider changed one line: {changed:?}");
    assert!(text.contains("# What water and ice cut into the flanks"), "comments stay");
    // Another program writes the file; the terrain follows, which is seen in what is exported.
    fs::write(&saved, text.replace("seed = 7", "seed = 12345").replace("octaves = 3", "octaves = 2"))
        .unwrap();
    sleep(Duration::from_secs(3));
    stage.keep("5-reloaded");
    // What is clicked has to be on the display, which on a busy machine is seconds late.
    sleep(Duration::from_secs(8));
    stage.press("ctrl+e");
    sleep(Duration::from_secs(8));
    stage.keep("6-export");
    until("the export", || {
        // Where the dialog's buttons are depends on fonts by a pixel or two: they are large.
        stage.click(UNITY[0], UNITY[1]);
        sleep(Duration::from_secs(6));
        stage.click(BEGIN[0], BEGIN[1]);
        sleep(Duration::from_secs(6));
        stage.keep("7-exporting");
        folder.path().join("mine-files").exists()
    });
    let described = folder.path().join("mine-files/terrain.json");
    until("the files", || described.exists());
    let described = fs::read_to_string(described).unwrap();
    stage.keep("8-exported");
    assert!(described.contains("\"target\": \"unity\"") && described.contains("12345"), "{described}");
    assert!(fs::metadata(folder.path().join("mine-files/mine.raw")).unwrap().len() > 1000);
}

/// In the dialog of exports: the button `unity`, and the one that begins.
const UNITY: [u32; 2] = [493, 344];
const BEGIN: [u32; 2] = [412, 553];

/// A display that goes away takes the program with it, and nothing of the recipe.
#[test]
fn a_display_that_disappears_takes_no_changes_along() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let preset = include_str!("../../../recipes/hills.toml");
    fs::write(&path, preset).unwrap();
    let mut stage = Stage::new();
    stage.start(folder.path(), &["mine.toml"]);
    // The button `Next` beside the seed.
    until("the change", || {
        stage.click(NEXT[0], NEXT[1]);
        stage.does("search --onlyvisible --name changed")
    });
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

/// The button `Next` beside the seed.
const NEXT: [u32; 2] = [190, 95];
