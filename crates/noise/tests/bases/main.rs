//! Tests of the bases. Values are compared with an independent second implementation, derivatives with finite differences,
//! facts with samples, and bits at every SIMD level.

mod all;
mod argument;
mod derivatives;
mod improved_perlin;
mod isotropy;
mod levels;
mod math;
mod oracle;
mod oracles;
mod ranges;
mod search;
mod seeds;
mod spectrum;
mod units;
