//! On macOS, the linker has to be told that the Python that loads the library has Python's functions.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
