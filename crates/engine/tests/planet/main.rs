//! Places on a planet, through the public interface, against direct formulas and against slow and simple methods.

mod addresses;
mod bounds;
mod faces;
mod grids;
mod ground;
mod horizon;
mod maps;
mod neighbours;
mod places;
mod precision;
mod refusals;
mod seams;
mod slopes;

use orogen_engine::planet::{Direction, Face, Sphere, TileAddress};

/// A sphere of the Earth's size.
fn earth() -> Sphere {
    Sphere::new(6_371_000.0).unwrap()
}

/// Numbers that look random and are always the same (`SplitMix64`, Steele et al. 2014).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: u32) -> u32 {
        (self.bits() % u64::from(end)) as u32
    }

    fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn face(&mut self) -> Face {
        Face::ALL[self.below(6) as usize]
    }

    fn tile(&mut self, level: u8) -> TileAddress {
        let side = 1 << level;
        TileAddress::new(self.face(), level, self.below(side), self.below(side)).unwrap()
    }

    /// A random direction, evenly spread over the sphere.
    fn direction(&mut self) -> Direction {
        loop {
            let vector = [0; 3].map(|_| self.between(-1.0, 1.0));
            if (0.01..1.0).contains(&dot(vector, vector)) {
                return Direction::new(vector).unwrap();
            }
        }
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] - b[k])
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    a.map(|x| x / length(a))
}
