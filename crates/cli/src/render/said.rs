//! Cameras in the words of the options.

use orogen_view::{Camera, CameraError, Lens};

/// A camera that can be told: what is said of it gives the same camera, to the last bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Said {
    pub(super) camera: Camera,
    /// What it looks at.
    pub(super) target: [f64; 3],
}

/// Metres to what a camera looks at that has only a direction.
const AHEAD: f64 = 1000.0;

impl Said {
    /// From a place to another.
    pub(super) fn look(eye: [f64; 3], target: [f64; 3], degrees: f64) -> Result<Self, CameraError> {
        Ok(Self { camera: Camera::new(eye, target, Lens::Perspective { degrees })?, target })
    }

    /// A camera as it is, but for the last digit of its direction.
    pub(super) fn near(camera: &Camera) -> Result<Self, CameraError> {
        Self::of(camera, AHEAD, |metres| metres)
    }

    /// A camera that nobody asked for to the digit: moved to places that are said in few. It looks at something so many
    /// metres away, of which a hundred-thousandth does not matter.
    pub(super) fn round(camera: &Camera, distance: f64) -> Result<Self, CameraError> {
        let parts = parts(distance);
        Self::of(camera, distance, |metres| (metres * parts).round() / parts)
    }

    fn of(camera: &Camera, distance: f64, round: impl Fn(f64) -> f64) -> Result<Self, CameraError> {
        let (eye, forward) = (camera.eye(), camera.forward());
        let target = std::array::from_fn(|axis| round(eye[axis] + distance * forward[axis]));
        let said = Camera::new(eye.map(round), target, camera.lens())?;
        Ok(Self { camera: said, target })
    }

    /// The option that asks for it.
    pub(super) fn option(&self) -> String {
        self.words([None; 2])
    }

    /// The option that asks for nearly the same: to a millionth of a degree and, on ground so many metres wide, to a centimetre or
    /// a hundred-thousandth of that.
    pub(super) fn short_option(&self, size: f64) -> String {
        self.words([Some(parts(size.min(AHEAD))), Some(1e6)])
    }

    /// The option, in so many parts of a metre and of a degree.
    fn words(&self, [metre, degree]: [Option<f64>; 2]) -> String {
        let place = |place: [f64; 3]| place.map(|metres| short(metres, metre)).join(",");
        match self.camera.lens() {
            Lens::Parallel { .. } => "--map".to_owned(),
            Lens::Perspective { degrees } => {
                let (eye, target) = (place(self.camera.eye()), place(self.target));
                format!("--camera \"eye={eye},target={target},fov={}\"", short(degrees, degree))
            }
        }
    }
}

/// Of how many parts of a metre one does not matter on something so many metres away: a hundred-thousandth of that at most, in
/// tenths, hundredths and so on. A quotient of such whole numbers is the number that few digits mean.
fn parts(distance: f64) -> f64 {
    libm::exp10((5.0 - libm::log10(distance)).ceil().clamp(0.0, 9.0)).round()
}

/// A number in so many parts of 1, or with all its digits.
pub(super) fn short(number: f64, parts: Option<f64>) -> String {
    exact(parts.map_or(number, |parts| (number * parts).round() / parts))
}

/// A number with all its digits, and no more than are needed to read the same number.
pub(super) fn exact(number: f64) -> String {
    if number != 0.0 && !(1e-5..1e16).contains(&number.abs()) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::super::wish::{Aim, Height, Place, camera};
    use super::*;

    const LENS: Lens = Lens::Perspective { degrees: 100.0 / 3.0 };

    /// The camera that an option asks for.
    fn asked(option: &str) -> Camera {
        let text = option.strip_prefix("--camera \"").unwrap().strip_suffix('"').unwrap();
        let Ok(Aim::Look { eye: Some(eye), target: Some(target), degrees }) = camera(text) else {
            panic!("{text}")
        };
        let place = |Place { x, y, height }| match height {
            Some(Height::At(height)) => [x, y, height],
            _ => panic!("{text}"),
        };
        Camera::new(place(eye), place(target), Lens::Perspective { degrees }).unwrap()
    }

    #[test]
    fn digits_are_as_many_as_are_needed() {
        assert_eq!([1.0 / 3.0, 8000.0, -2.5e-7].map(exact), ["0.3333333333333333", "8000", "-2.5e-7"]);
    }

    #[test]
    fn words_give_the_same_camera() {
        for scale in [1e-3, 1.0, 1234.5, 1e8] {
            let [eye, target] = [[1.0 / 3.0, -2.0, 1e-7], [2.0 / 7.0, 5.0, -0.1]];
            let [eye, target] = [eye, target].map(|place| place.map(|metres| scale * metres));
            let camera = Camera::new(eye, target, LENS).unwrap();
            let distance = 7.0 * scale;
            for said in [
                Said::look(eye, target, 100.0 / 3.0).unwrap(),
                Said::near(&camera).unwrap(),
                Said::round(&camera, distance).unwrap(),
            ] {
                assert_eq!(asked(&said.option()), said.camera, "{}", said.option());
                let turned: f64 =
                    camera.forward().iter().zip(said.camera.forward()).map(|(a, b)| a * b).sum();
                assert!(turned > 1.0 - 1e-9, "{turned}");
            }
            assert_eq!(Said::near(&camera).unwrap().camera.eye(), eye);
        }
    }

    /// A frame of a flight lies somewhere between its keys.
    #[test]
    fn frames_of_flights_are_said_to_a_centimetre() {
        let camera = Camera::new([8_192.123_456, -3.0 / 7.0, 1e3], [0.0, 9000.0, 100.0], LENS).unwrap();
        let said = Said::near(&camera).unwrap();
        let option = said.short_option(16_384.0);
        assert!(option.starts_with("--camera \"eye=8192.12,-0.43,1000,target="), "{option}");
        assert!(option.ends_with(",fov=33.333333\"") && option.len() < 90, "{option}");
        let turned: f64 = asked(&option).forward().iter().zip(camera.forward()).map(|(a, b)| a * b).sum();
        assert!(turned > 1.0 - 1e-9, "{turned}");
        assert!(
            said.short_option(2.0).contains("eye=8192.12346,-0.42857,1000,"),
            "{}",
            said.short_option(2.0)
        );
    }

    #[test]
    fn what_is_found_is_said_in_few_digits() {
        let camera = Camera::new([8_192.123_456, -3.0 / 7.0, 1e3], [0.0, 9000.0, 100.0], LENS).unwrap();
        let said = Said::round(&camera, 8000.0).unwrap();
        let option = said.option();
        assert!(option.starts_with("--camera \"eye=8192.12,-0.43,1000,target="), "{option}");
        assert!(option.len() < 90, "{option}");
    }
}
