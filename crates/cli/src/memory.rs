//! The memory that this process can still use.

use std::fs;
use std::path::Path;

/// Where Linux mounts its control groups of version 2.
const GROUPS: &str = "/sys/fs/cgroup";

/// Bytes of memory that this process can still use: as Linux estimates them, and not more than the limits of its control groups
/// leave, such as that of a container. `None` where the system does not say.
#[must_use]
pub fn available() -> Option<u64> {
    let free = fs::read_to_string("/proc/meminfo").ok().and_then(|facts| of_system(&facts));
    let left =
        fs::read_to_string("/proc/self/cgroup").ok().and_then(|groups| of_groups(Path::new(GROUPS), &groups));
    free.into_iter().chain(left).min()
}

/// The free bytes in the text of `/proc/meminfo`.
fn of_system(facts: &str) -> Option<u64> {
    let kibibytes = facts.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(1024 * kibibytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
}

/// The bytes that all groups around a process leave. `groups` is the text of `/proc/self/cgroup`; in version 2, a line `0::` has
/// the path of the group below `root`.
fn of_groups(root: &Path, groups: &str) -> Option<u64> {
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let group = root.join(path);
    group.ancestors().take_while(|group| group.starts_with(root)).filter_map(of_group).min()
}

/// The bytes that a group leaves, if it has a limit. Pages of files that were not used lately count as free, because the kernel
/// gives them up first.
fn of_group(group: &Path) -> Option<u64> {
    let read = |file| fs::read_to_string(group.join(file)).ok();
    let bytes = |text: &str| text.trim().parse::<u64>().ok();
    // Without a limit, the text is `max`.
    let (limit, used) = (bytes(&read("memory.max")?)?, bytes(&read("memory.current")?)?);
    let pages = read("memory.stat")
        .and_then(|facts| facts.lines().find_map(|line| line.strip_prefix("inactive_file ").and_then(bytes)));
    Some(limit.saturating_sub(used.saturating_sub(pages.unwrap_or(0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_of_the_system_is_parsed() {
        let facts = "MemTotal:       24000000 kB\nMemFree:  1 kB\nMemAvailable:   2048000 kB\n";
        assert_eq!(of_system(facts), Some(2_097_152_000));
        assert_eq!(of_system("MemTotal: 3 kB\n"), None);
    }

    #[test]
    fn the_narrowest_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let write = |group: &str, files: &[(&str, &str)]| {
            let folder = root.path().join(group);
            fs::create_dir_all(&folder).unwrap();
            files.iter().for_each(|(name, text)| fs::write(folder.join(name), text).unwrap());
        };
        let left = |groups| of_groups(root.path(), groups);
        write("pod/job", &[("memory.max", "max\n"), ("memory.current", "5\n")]);
        assert_eq!(left("0::/pod/job\n"), None);
        write("pod", &[("memory.max", "1000\n"), ("memory.current", "700\n")]);
        write("", &[("memory.max", "2000\n"), ("memory.current", "900\n")]);
        assert_eq!(left("4:memory:/pod\n0::/pod/job\n"), Some(300));
        assert_eq!(left("0::/\n"), Some(1100));
        write("pod", &[("memory.stat", "file 900\ninactive_file 250\n")]);
        assert_eq!(left("0::/pod\n"), Some(550));
        write("pod", &[("memory.current", "1300\n")]);
        assert_eq!(left("0::/pod\n"), Some(0));
        assert_eq!(left("4:memory:/pod\n"), None);
    }
}
