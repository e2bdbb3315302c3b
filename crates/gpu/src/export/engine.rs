//! Files for engines.

use orogen::terrain::Terrain;

use super::{ExportError, Language, Options, Shader};

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Unity.
    Unity,
}

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path within the folder.
    pub path: String,
    /// What is in it.
    pub contents: Vec<u8>,
}

impl Engine {
    pub(super) fn language(self) -> Language {
        Language::Hlsl
    }

    pub(super) fn files(self, _: &Terrain, _: &Shader, _: &Options) -> Result<Vec<File>, ExportError> {
        Ok(Vec::new())
    }
}
