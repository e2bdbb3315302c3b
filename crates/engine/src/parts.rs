//! The parts: small recipes that other recipes use by their names.

use crate::recipe::Part;

/// Declares parts by the names of their files.
macro_rules! parts {
    ($($name:literal)*) => {
        /// Every part, in the order of the manual.
        pub(crate) static PARTS: &[Part] =
            &[$(Part { name: $name, text: include_str!(concat!("../parts/", $name, ".toml")) }),*];
    };
}

parts! { "range" "coast" "river-valley" "layers" "crater-field" "dune-field" }
