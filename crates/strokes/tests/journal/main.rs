//! Tests of the journal: comparison with a model, damaged files, a full disk, and a killed writer.

mod damage;
mod full;
mod killed;
mod model;
mod scene;
mod seeds;
