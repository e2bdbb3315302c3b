//! The variable `XDG_RUNTIME_DIR`, the folder of sockets on Linux.

use std::env;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

const NAME: &str = "XDG_RUNTIME_DIR";

/// Not a folder, so nothing can be found in it or written to it.
const NO_FOLDER: &str = "/dev/null";

/// Runs this program again with the variable set, if it is missing, as in containers, or not an absolute path. Otherwise Wayland's
/// library, which Mesa's drivers call, prints errors. A program can change its own variables only with unsafe code, because other
/// threads may read them.
pub(crate) fn ensure() {
    if env::var_os(NAME).is_some_and(|folder| Path::new(&folder).is_absolute()) {
        return;
    }
    let mut arguments = env::args_os();
    let (Ok(program), Some(name)) = (env::current_exe(), arguments.next()) else { return };
    // If a loader of libraries was started with the program as its argument, `program` is the loader.
    if program.file_name() != Path::new(&name).file_name() {
        return;
    }
    // This returns only if the program could not be started. Then the drivers may print errors, and all else works.
    let _failed = Command::new(program).arg0(name).args(arguments).env(NAME, NO_FOLDER).exec();
}
