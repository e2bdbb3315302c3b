//! Prints cameras as command line options.

use orogen_view::{Camera, CameraError, Lens};

/// A camera that can be printed: its option gives the same camera, to the last bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CameraOption {
    pub(super) camera: Camera,
    /// The point it looks at.
    pub(super) target: [f64; 3],
}

/// Distance in metres to the target of a camera that has only a direction.
const AHEAD: f64 = 1000.0;

impl CameraOption {
    /// A camera at `eye` that looks at `target`.
    pub(super) fn look(eye: [f64; 3], target: [f64; 3], degrees: f64) -> Result<Self, CameraError> {
        Ok(Self { camera: Camera::new(eye, target, Lens::Perspective { degrees })?, target })
    }

    /// A camera, exact except for the last digit of its direction.
    pub(super) fn exact(camera: &Camera) -> Result<Self, CameraError> {
        Self::of(camera, AHEAD, |metres| metres)
    }

    /// A camera with eye and target moved to positions with few digits. The moves are at most a hundred-thousandth of
    /// `distance`, which is the distance to the target in metres.
    pub(super) fn rounded(camera: &Camera, distance: f64) -> Result<Self, CameraError> {
        let parts = parts(distance);
        Self::of(camera, distance, |metres| (metres * parts).round() / parts)
    }

    fn of(camera: &Camera, distance: f64, round: impl Fn(f64) -> f64) -> Result<Self, CameraError> {
        let (eye, forward) = (camera.eye(), camera.forward());
        let target = std::array::from_fn(|axis| round(eye[axis] + distance * forward[axis]));
        let camera = Camera::new(eye.map(round), target, camera.lens())?;
        Ok(Self { camera, target })
    }

    /// The option for this camera.
    pub(super) fn text(&self) -> String {
        self.format([None; 2])
    }

    /// The option for nearly this camera. Angles are exact to a millionth of a degree. Positions are exact to a centimetre
    /// or, on domains of less than a kilometre, to a hundred-thousandth of the domain's `size`.
    pub(super) fn short_text(&self, size: f64) -> String {
        self.format([Some(parts(size.min(AHEAD))), Some(1e6)])
    }

    /// The option, rounded to these fractions of a metre and a degree.
    fn format(&self, [metre, degree]: [Option<f64>; 2]) -> String {
        let position = |point: [f64; 3]| point.map(|metres| short(metres, metre)).join(",");
        match self.camera.lens() {
            Lens::Parallel { .. } => "--map".to_owned(),
            Lens::Perspective { degrees } => {
                let (eye, target) = (position(self.camera.eye()), position(self.target));
                format!("--camera \"eye={eye},target={target},fov={}\"", short(degrees, degree))
            }
        }
    }
}

/// The power of ten `parts` such that 1/parts metres is at most a hundred-thousandth of the distance. A coordinate rounded
/// to a multiple of 1/parts has few decimal digits.
fn parts(distance: f64) -> f64 {
    libm::exp10((5.0 - libm::log10(distance)).ceil().clamp(0.0, 9.0)).round()
}

/// A number rounded to a multiple of 1/parts, or with all its digits.
pub(super) fn short(number: f64, parts: Option<f64>) -> String {
    exact(parts.map_or(number, |parts| (number * parts).round() / parts))
}

/// The shortest decimal that parses to the same number.
pub(super) fn exact(number: f64) -> String {
    if number != 0.0 && !(1e-5..1e16).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::camera_args::{CameraArg, Height, Position, camera};
    use super::*;

    const LENS: Lens = Lens::Perspective { degrees: 100.0 / 3.0 };

    /// The camera of an option.
    fn parsed(option: &str) -> Camera {
        let text = option.strip_prefix("--camera \"").unwrap().strip_suffix('"').unwrap();
        let Ok(CameraArg::Look { eye: Some(eye), target: Some(target), degrees }) = camera(text) else {
            panic!("{text}")
        };
        let position = |Position { x, y, height }| match height {
            Some(Height::At(height)) => [x, y, height],
            _ => panic!("{text}"),
        };
        Camera::new(position(eye), position(target), Lens::Perspective { degrees }).unwrap()
    }

    #[test]
    fn numbers_have_as_few_digits_as_possible() {
        assert_eq!([1.0 / 3.0, 8000.0, -2.5e-7].map(exact), ["0.3333333333333333", "8000", "-2.5e-7"]);
    }

    #[test]
    fn the_option_gives_the_same_camera() {
        for scale in [1e-3, 1.0, 1234.5, 1e8] {
            let [eye, target] = [[1.0 / 3.0, -2.0, 1e-7], [2.0 / 7.0, 5.0, -0.1]];
            let [eye, target] = [eye, target].map(|point| point.map(|metres| scale * metres));
            let camera = Camera::new(eye, target, LENS).unwrap();
            let distance = 7.0 * scale;
            for option in [
                CameraOption::look(eye, target, 100.0 / 3.0).unwrap(),
                CameraOption::exact(&camera).unwrap(),
                CameraOption::rounded(&camera, distance).unwrap(),
            ] {
                assert_eq!(parsed(&option.text()), option.camera, "{}", option.text());
                let turned: f64 =
                    camera.forward().iter().zip(option.camera.forward()).map(|(a, b)| a * b).sum();
                assert!(turned > 1.0 - 1e-9, "{turned}");
            }
            assert_eq!(CameraOption::exact(&camera).unwrap().camera.eye(), eye);
        }
    }

    /// A frame of a flight is interpolated between its keys.
    #[test]
    fn frames_of_flights_are_printed_to_a_centimetre() {
        let camera = Camera::new([8_192.123_456, -3.0 / 7.0, 1e3], [0.0, 9000.0, 100.0], LENS).unwrap();
        let exact = CameraOption::exact(&camera).unwrap();
        let option = exact.short_text(16_384.0);
        assert!(option.starts_with("--camera \"eye=8192.12,-0.43,1000,target="), "{option}");
        assert!(option.ends_with(",fov=33.333333\"") && option.len() < 90, "{option}");
        let turned: f64 = parsed(&option).forward().iter().zip(camera.forward()).map(|(a, b)| a * b).sum();
        assert!(turned > 1.0 - 1e-9, "{turned}");
        assert!(exact.short_text(2.0).contains("eye=8192.12346,-0.42857,1000,"), "{}", exact.short_text(2.0));
    }

    #[test]
    fn rounded_cameras_have_few_digits() {
        let camera = Camera::new([8_192.123_456, -3.0 / 7.0, 1e3], [0.0, 9000.0, 100.0], LENS).unwrap();
        let option = CameraOption::rounded(&camera, 8000.0).unwrap().text();
        assert!(option.starts_with("--camera \"eye=8192.12,-0.43,1000,target="), "{option}");
        assert!(option.len() < 90, "{option}");
    }
}
