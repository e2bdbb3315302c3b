//! The journal: compared with a model, damaged, on a full disk, and with its writer killed.

mod damage;
mod full;
mod killed;
mod model;
mod scene;
mod seeds;
