//! Folders and disks that refuse the files: status 1, the reason, and no partial files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::harness::{OROGEN, Outcome, generate, names, try_generate};

#[test]
fn a_file_in_the_way_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x"), "").unwrap();
    for path in ["x", "x/y"] {
        try_generate("alps", &folder.path().join(path), &["--size", "16"])
            .refuses(1, &[path, "is a file, not a folder", "choose another path"]);
    }
}

#[test]
fn a_folder_in_the_way_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("normal.png")).unwrap();
    try_generate("alps", folder.path(), &["--size", "16"])
        .refuses(1, &["normal.png", "it is a folder, not a file"]);
    assert_eq!(names(folder.path()), ["normal.png"]);
}

#[cfg(unix)]
#[test]
fn a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // The superuser may write to it, but not to a folder of the kernel.
    let superuser = fs::write(folder.path().join("probe"), "").is_ok();
    let refusing = if superuser { Path::new("/proc/self") } else { folder.path() };
    assert!(refusing.exists(), "no folder is read-only for the superuser: run the tests as an ordinary user");
    let outcome = try_generate("alps", refusing, &["--size", "16"]);
    outcome.refuses(1, &[refusing.to_str().unwrap(), "help: "]);
}

/// Runs `generate alps` with a limit on file sizes, in blocks of 512 bytes.
#[cfg(unix)]
fn limited(blocks: &str, folder: &Path, more: &[&str]) -> Outcome {
    under(&format!("ulimit -f {blocks}"), folder, more)
}

/// Runs `generate alps` under a limit.
#[cfg(unix)]
fn under(limit: &str, folder: &Path, more: &[&str]) -> Outcome {
    let mut command = Command::new("sh");
    command.args(["-c", &format!(r#"{limit}; exec "$0" "$@""#), OROGEN, "generate", "alps", "-o"]);
    command.arg(folder).args(more).output().unwrap().into()
}

#[cfg(unix)]
#[test]
fn too_many_open_files_are_reported_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    for format in ["png16", "tiff"] {
        under("ulimit -n 64", folder.path(), &["--size", "65", "--tiles", "64", "--format", format])
            .refuses(1, &["more files would be open", "fewer tiles", "ulimit -n"]);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

/// The write fails in the middle of the job. The command handles the signal that would end it.
#[cfg(unix)]
#[test]
fn a_failed_write_leaves_no_files_and_keeps_older_ones() {
    let folder = tempfile::tempdir().unwrap();
    let phrases =
        ["the file is larger than the file system or the limit of this process allows", "ulimit -f"];
    for format in
        ["png16", "r16", "f32", "exr", "exr-rgb", "tiff", "geotiff", "terrarium", "glb", "obj", "stl"]
    {
        // EXR and TIFF buffer many rows, and a mesh buffers 128.
        limited("64", folder.path(), &["--size", "400", "--format", format]).refuses(1, &phrases);
        assert_eq!(names(folder.path()), [""; 0], "{format}");
    }
    for target in [&["godot", "--size", "512"][..], &["web"], &["web", "--pmtiles"], &["gis"]] {
        limited("64", folder.path(), &[&["--for"][..], target].concat()).refuses(1, &phrases);
        assert_eq!(names(folder.path()), [""; 0], "{target:?}");
    }
    generate("alps", folder.path(), &["--size", "64"]);
    let (older, height) = (names(folder.path()), fs::read(folder.path().join("height.png")).unwrap());
    limited("64", folder.path(), &["--size", "400"]).refuses(1, &phrases);
    assert_eq!(names(folder.path()), older);
    assert_eq!(fs::read(folder.path().join("height.png")).unwrap(), height);
}

/// A small disk, mounted for a test.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    /// `None` if the tests may not mount disks.
    fn mount(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={size}");
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(folder.path()).output();
        mount.is_ok_and(|mount| mount.status.success()).then(|| Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.0.path()).status();
        assert!(unmounted.is_ok_and(|status| status.success()));
    }
}

/// If no disk can be mounted, only the check before the work is tested here. The test of failed writes covers errors in
/// the middle of a job, and every encoder has a test with a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_older_files_stay() {
    // With 512 × 512 samples, the heights take 450 kB, the normals 750 kB and the preview 640 kB. On the first disk a
    // file fails in the middle; on the second the preview fails after the others are complete.
    for size in ["700k", "1500k"] {
        let Some(disk) = SmallDisk::mount(size) else { return no_space_on_the_current_disk() };
        let folder = disk.0.path();
        generate("alps", folder, &["--size", "64"]);
        let older = names(folder);
        let height = fs::read(folder.join("height.png")).unwrap();
        try_generate("alps", folder, &["--size", "512"]).refuses(1, &["the disk is full", "free some space"]);
        assert_eq!(names(folder), older);
        assert_eq!(fs::read(folder.join("height.png")).unwrap(), height);
        // A TIFF is buffered as tiles in a nameless file and then copied; an EXR is written directly.
        for format in ["exr", "exr-rgb", "tiff"] {
            try_generate("alps", folder, &["--size", "512", "--format", format])
                .refuses(1, &["the disk is full", "free some space"]);
            assert_eq!(names(folder), older, "{format}");
        }
        // Files that cannot fit are refused before the work.
        try_generate("alps", folder, &["--size", "20000", "--format", "r16"])
            .refuses(1, &["not enough disk space", "need at least 800.0 MB", "free some space"]);
    }
}

#[cfg(target_os = "linux")]
fn no_space_on_the_current_disk() {
    let folder = tempfile::tempdir().unwrap();
    let free = fs4::available_space(folder.path()).unwrap();
    assert!(
        free < 412_000_000_000,
        "no disk can be mounted, and the disk of {} is too large for this test: let the tests mount one, or set \
         TMPDIR to a folder on a smaller disk",
        folder.path().display()
    );
    try_generate("alps", folder.path(), &["--size", "262144", "--format", "r16,f32"])
        .refuses(1, &["not enough disk space", "need at least 412.3 GB", "free some space"]);
    assert_eq!(names(folder.path()), [""; 0]);
}
