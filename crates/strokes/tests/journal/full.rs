//! A full disk, and a process with a limit on the size of files.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::scene::{numbers, open, stroke};

const FILE: &str = "OROGEN_FULL_FILE";

/// Paints until no more can be written, and then tries again: everything must stay as it was. The test below starts this
/// function in a process with a limit on file sizes. If that test did not start it, it does nothing.
#[test]
fn painter() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let path = Path::new(&path);
    let mut journal = open(path).unwrap();
    let mut count = 0;
    let error = loop {
        match journal.push(&stroke(count)) {
            Ok(_) => count += 1,
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.contains("it still has all strokes that were saved before"), "{error}");
    let before: Vec<_> = (0..count).collect();
    assert_eq!(numbers(&mut journal), before);
    // A second attempt also changes nothing.
    let length = fs::metadata(path).unwrap().len();
    assert!(journal.push(&stroke(count)).is_err());
    assert_eq!(fs::metadata(path).unwrap().len(), length);
    assert_eq!(numbers(&mut journal), before);
    println!("\nkept {count}");
}

/// Mounts a small disk. Returns false if the tests have no permission for that.
#[cfg(target_os = "linux")]
fn small_disk(folder: &Path) -> bool {
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"]).arg(folder).output();
    mount.is_ok_and(|mount| mount.status.success())
}

/// Rewriting a journal needs space for a second file.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_without_room_for_a_new_file_keeps_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    if !small_disk(folder.path()) {
        return println!("skipped: no permission to mount a disk");
    }
    let path = folder.path().join("full.strokes");
    let mut journal = open(&path).unwrap();
    let kept = (0..).take_while(|&number| journal.push(&stroke(number)).is_ok()).count();
    let error = journal.compact().unwrap_err().to_string();
    assert!(error.contains("it still has all strokes that were saved before"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the incomplete new file is removed");
    assert_eq!(numbers(&mut journal), (0..kept).collect::<Vec<_>>());
    // Writing works again once there is space.
    let more = Command::new("mount").args(["-o", "remount,size=256k"]).arg(folder.path()).status();
    assert!(more.is_ok_and(|status| status.success()));
    journal.push(&stroke(kept)).unwrap();
    journal.compact().unwrap();
    drop(journal);
    assert_eq!(numbers(&mut open(&path).unwrap()), (0..=kept).collect::<Vec<_>>());
    assert!(Command::new("umount").arg(folder.path()).status().is_ok_and(|status| status.success()));
}

#[test]
fn a_full_disk_keeps_what_was_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("full.strokes");
    // 8 blocks of 512 or 1024 bytes. The signal that would end the process is ignored, so that the write fails.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" full::painter --exact --nocapture";
    let out = Command::new("sh")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .env(FILE, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success(), "{said}\n{}", String::from_utf8_lossy(&out.stderr));
    let kept: usize = said.lines().find_map(|line| line.strip_prefix("kept ")).unwrap().parse().unwrap();
    assert!(kept > 3);
    // There is space again.
    let mut journal = open(&path).unwrap();
    assert_eq!((journal.dropped(), numbers(&mut journal)), (None, (0..kept).collect()));
    journal.push(&stroke(kept)).unwrap();
    assert_eq!(numbers(&mut journal).len(), kept + 1);
}
