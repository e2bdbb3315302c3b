//! The variable `XDG_RUNTIME_DIR`, the folder of sockets on Linux.

use std::env;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

const NAME: &str = "XDG_RUNTIME_DIR";

/// Runs this program again with the variable, if it is missing: in containers and over SSH, it often is. Without it, Wayland's
/// library, which Mesa's drivers call, prints an error for each device. No socket is in the folder `/`, so the library looks
/// there and finds none, without a word. A program can change its own variables only with unsafe code, because other threads may
/// read them.
pub(crate) fn ensure() {
    if env::var_os(NAME).is_some_and(|folder| Path::new(&folder).is_absolute()) {
        return;
    }
    let (Ok(program), mut arguments) = (env::current_exe(), env::args_os()) else { return };
    let mut again = Command::new(program);
    if let Some(name) = arguments.next() {
        again.arg0(name);
    }
    // This returns only if the program could not be started. Then the work goes on here.
    let _failed = again.args(arguments).env(NAME, "/").exec();
}
