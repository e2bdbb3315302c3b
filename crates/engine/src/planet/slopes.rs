//! Converts the gradient of a height in space to slopes and normals on a sphere.

use super::vector::{difference, dot, scaled, unit};
use super::{Direction, FacePoint, Sphere};

impl Sphere {
    /// The unit normal of the ground in the direction *r* from the centre, pointing outwards. It follows from the height there
    /// and from the gradient (∂/∂x, ∂/∂y, ∂/∂z) of the height's function at [`position`](Self::position), in metres per metre.
    ///
    /// The ground is where *F*(*x*) = |*x*| − *R* − *h*(*R*·*x*/|*x*|) is zero. The derivative of *x*/|*x*| is
    /// (1 − *r r*ᵀ)/|*x*|, so ∇*F* = *r* − *R*/|*x*|·(∇*h* − *r*(*r*·∇*h*)). On the ground, |*x*| = *R* + *h*. Multiplied by
    /// (*R* + *h*)/*R*, which is positive, ∇*F* becomes *r*·(1 + *h*/*R*) minus the part of ∇*h* along the sphere.
    ///
    /// # Example
    /// ```
    /// use orogen_engine::planet::{LatLon, Sphere};
    ///
    /// // Ground that rises to the north of the equator by one metre in ten, at its foot.
    /// let sphere = Sphere::new(1000.0)?;
    /// let east = LatLon::new(0.0, 90.0)?.direction();
    /// let normal = sphere.normal(east, 0.0, [0.0, 0.0, 0.1]);
    /// assert!((normal[2] / normal[1] + 0.1).abs() < 1e-15);
    /// # Ok::<(), orogen_engine::planet::PlanetError>(())
    /// ```
    pub fn normal(self, direction: Direction, height: f64, gradient: [f64; 3]) -> [f64; 3] {
        let up = direction.vector();
        let along_sphere = difference(gradient, scaled(up, dot(gradient, up)));
        unit(difference(scaled(up, 1.0 + height / self.radius()), along_sphere))
    }
}

impl FacePoint {
    /// Slopes along the lines of growing `u` and of growing `v`, in metres of height per metre on the sphere, from the gradient
    /// of the height's function there. They are the gradient's components along the directions of
    /// [`derivatives`](Self::derivatives). To first order, the change of height from one sample of a tile to the next is the
    /// slope times the samples' spacing.
    pub fn slopes(self, gradient: [f64; 3]) -> [f64; 2] {
        self.derivatives().map(|tangent| dot(gradient, unit(tangent)))
    }
}
