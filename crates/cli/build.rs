//! Tells cargo that the plug-ins are part of the command. `include_dir!` alone does not see new files.

fn main() {
    println!("cargo::rerun-if-changed=plugins");
}
