//! On macOS, adds linker options that leave Python's functions undefined until Python loads the library.

fn main() {
    // Otherwise, cargo runs this program again after each change in the package, also of a test in Python.
    println!("cargo::rerun-if-changed=build.rs");
    pyo3_build_config::add_extension_module_link_args();
}
