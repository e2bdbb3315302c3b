//! Points and ray casts.

use orogen_engine::query::{HeightQuery, PlanetQuery};

use super::Terrain;
use crate::error::Error;
use crate::position::{POINT_DETAIL, Points, Position};

impl Terrain {
    /// Height and exact slopes at a point, in `f64`, independent of any raster or level of detail. The position is `[x, y]` in
    /// metres, or a [`LatLon`](crate::LatLon) or [`Direction`](crate::Direction) on a planet; see [`Position`].
    ///
    /// # Errors
    /// The kind of the position does not fit this terrain, or the position is not finite.
    ///
    /// # Example
    /// ```
    /// use orogen::{LatLon, Terrain};
    ///
    /// let alps = Terrain::preset("alps")?;
    /// let sample = alps.at([120.0, 80.0])?;
    /// let [dx, dy, _] = sample.gradient;
    /// println!("{:.2} m, {:.1}° steep", sample.height, dx.hypot(dy).atan().to_degrees());
    ///
    /// let luna = Terrain::preset("luna")?;
    /// let place = LatLon::new(0.67, 23.47)?;
    /// let [east, north] = luna.at(place)?.east_north(place);
    /// println!("{east:.3} m per metre to the east, {north:.3} to the north");
    ///
    /// assert!(alps.at(place).is_err() && luna.at([120.0, 80.0]).is_err());
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn at<P: Position>(&self, position: P) -> Result<P::Sample, Error> {
        let sample = P::samples(self.points()?, &[position])?.pop();
        Ok(sample.unwrap_or_else(|| unreachable!("one position has one sample")))
    }

    /// The samples at many points, as [`at`](Self::at) returns them, but faster than one by one.
    ///
    /// # Errors
    /// The error of [`at`](Self::at) for the first position that is wrong.
    ///
    /// # Example
    /// ```
    /// let alps = orogen::Terrain::preset("alps")?;
    /// let profile: Vec<_> = (0..100).map(|step| [10.0 * f64::from(step), 4096.0]).collect();
    /// assert_eq!(alps.at_all(&profile)?[7], alps.at(profile[7])?);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn at_all<P: Position>(&self, positions: &[P]) -> Result<Vec<P::Sample>, Error> {
        P::samples(self.points()?, positions)
    }

    /// A query for points and ray casts on a plane, for example to find what the mouse points at or what a ball hits.
    /// `detail` is the finest detail in metres.
    ///
    /// # Errors
    /// The terrain is a planet, or the detail is not a positive, finite number.
    ///
    /// # Example
    /// ```
    /// use orogen::{Ray, Terrain};
    ///
    /// let ground = Terrain::preset("alps")?.height_query(0.5)?;
    /// let ray = Ray::new([0.0, 0.0, 5000.0], [1.0, 1.0, -1.0], 20_000.0)?;
    /// let hit = ground.cast(&ray).expect("it goes down");
    /// assert!((ground.sample(hit.point[0], hit.point[1]).height - hit.point[2]).abs() < 1e-6);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn height_query(&self, detail: f64) -> Result<HeightQuery, Error> {
        Ok(HeightQuery::new(self.recipe(), &*self.0.files, detail)?)
    }

    /// A query for points and ray casts on a planet. `detail` is the finest detail in metres.
    ///
    /// # Errors
    /// The terrain is not a planet, or the detail is not a positive, finite number.
    ///
    /// # Example
    /// ```
    /// use orogen::{Ray, Terrain};
    ///
    /// let ground = Terrain::preset("luna")?.planet_query(1.0)?;
    /// let ray = Ray::new([2e6, 0.0, 0.0], [-1.0, 0.0, 0.0], 1e6)?;
    /// let hit = ground.cast(&ray).expect("it goes down");
    /// assert!((hit.point[0] - 1_737_400.0).abs() < 20_000.0);
    /// # Ok::<(), orogen::Error>(())
    /// ```
    pub fn planet_query(&self, detail: f64) -> Result<PlanetQuery, Error> {
        Ok(PlanetQuery::new(self.recipe(), &*self.0.files, detail)?)
    }

    fn points(&self) -> Result<&Points, Error> {
        let prepared = self.0.points.get_or_init(|| {
            Ok(match self.is_planet() {
                true => Points::Planet(self.planet_query(POINT_DETAIL)?),
                false => Points::Plane { query: self.height_query(POINT_DETAIL)?, z: self.recipe().domain.z },
            })
        });
        prepared.as_ref().map_err(Clone::clone)
    }
}
