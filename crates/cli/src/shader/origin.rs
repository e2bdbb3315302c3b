//! The origin of a shader's positions.

use orogen_engine::terrain::Terrain;

use crate::failure::Failure;

/// Coordinates in metres, two or three.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Origin(Vec<f64>);

impl Origin {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        let is_valid =
            |numbers: &Vec<f64>| (2..=3).contains(&numbers.len()) && numbers.iter().all(|x| x.is_finite());
        let numbers = numbers.ok().filter(is_valid);
        numbers.map(Self).ok_or_else(|| "give metres as X,Y or, in a space, X,Y,Z".to_owned())
    }

    /// The position in a terrain. In a space, `z` is used if the origin has none.
    pub(super) fn in_terrain(&self, terrain: &Terrain, z: f64) -> Result<[f64; 3], Failure> {
        match self.0[..] {
            [x, y] => Ok([x, y, z]),
            [x, y, z] if terrain.dimensions() == 3 => Ok([x, y, z]),
            _ => Err(Failure::usage("a plane has no third coordinate", "give --origin as X,Y")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_two_or_three_finite_numbers() {
        assert_eq!(Origin::parse("1,-2.5"), Ok(Origin(vec![1.0, -2.5])));
        assert_eq!(Origin::parse("1e7, 2,3"), Ok(Origin(vec![1e7, 2.0, 3.0])));
        for text in ["", "1", "1,2,3,4", "1,x", "NaN,0", "0,inf"] {
            assert!(Origin::parse(text).is_err(), "{text}");
        }
    }
}
