//! The bases: each against an independent second implementation, its derivatives against finite differences, its
//! facts against samples, and its bits at every SIMD level.

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
mod units;
