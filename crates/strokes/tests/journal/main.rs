//! The journal: against a model, with damage done to it, on a full disk, and with its writer killed.

mod damage;
mod full;
mod killed;
mod model;
mod scene;
mod seeds;
