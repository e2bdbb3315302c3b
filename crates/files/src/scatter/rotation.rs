//! The rotation of a point in the axes of a program.

use orogen_engine::scatter::ScatterPoint;

/// A quaternion: x, y, z, w.
pub(super) type Quaternion = [f64; 4];

/// The rotation for axes x to the east, y up, z to the south (glTF, Godot): around the vertical, then from the vertical to the
/// [axis](ScatterPoint::axis) of the point by the shortest way.
pub(super) fn y_up(point: &ScatterPoint, tilt: f64) -> Quaternion {
    let [east, south, up] = point.axis(tilt).map(f64::from);
    let (sin, cos) = half_angle(point);
    // From (0, 1, 0) to the axis: the cross product, and 1 plus the dot product.
    product(normalized([south, 0.0, -east, 1.0 + up]), [0.0, sin, 0.0, cos])
}

/// The same rotation for axes x to the east, y to the south, z up (Unreal, left-handed).
pub(super) fn z_up(point: &ScatterPoint, tilt: f64) -> Quaternion {
    let [east, south, up] = point.axis(tilt).map(f64::from);
    let (sin, cos) = half_angle(point);
    product(normalized([-south, east, 0.0, 1.0 + up]), [0.0, 0.0, -sin, cos])
}

/// Sine and cosine of half of the yaw.
fn half_angle(point: &ScatterPoint) -> (f64, f64) {
    libm::sincos(0.5 * f64::from(point.yaw).to_radians())
}

fn normalized(q: Quaternion) -> Quaternion {
    let length = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    q.map(|part| part / length)
}

/// The rotation `b`, then the rotation `a`.
fn product(a: Quaternion, b: Quaternion) -> Quaternion {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

/// The images of the three axes.
pub(super) fn columns([x, y, z, w]: Quaternion) -> [[f64; 3]; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(yaw: f32, normal: [f32; 3]) -> ScatterPoint {
        ScatterPoint { position: [0.0; 2], height: 0.0, normal, yaw, scale: 1.0, word: 0 }
    }

    fn near(found: [f64; 3], expected: [f64; 3]) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}, not {expected:?}");
    }

    /// A quarter turn moves east to north, and the vertical goes to the normal.
    #[test]
    fn axes_go_where_they_should() {
        let normal = [0.36, 0.48, 0.8];
        let upright = point(90.0, normal);
        near(columns(y_up(&upright, 0.0))[0], [0.0, 0.0, -1.0]);
        near(columns(z_up(&upright, 0.0))[0], [0.0, -1.0, 0.0]);
        for yaw in [0.0, 90.0, 211.0] {
            let tilted = point(yaw, normal);
            near(columns(y_up(&tilted, 1.0))[1], [0.36, 0.8, 0.48]);
            near(columns(z_up(&tilted, 1.0))[2], [0.36, 0.48, 0.8]);
            // Both are the same rotation in other axes.
            let ([x, ..], [other, ..]) = (columns(y_up(&tilted, 1.0)), columns(z_up(&tilted, 1.0)));
            near([x[0], x[2], x[1]], other);
        }
    }
}
