//! The camera of the open recipe: motions, flights, walks, and the ground below.

use std::sync::Arc;

use egui::Context;

use super::Studio;
use super::project::Project;
use crate::draft;
use crate::eye::{Eye, Flight, GlobeEye, Motion, Pose};
use crate::height_field::{GroundQuery, HeightField};

impl Project {
    /// The pose for ground that is not known yet. `None` over planets, where the eye stays in place.
    pub(super) fn pose(&self) -> Option<Pose> {
        let Eye::Plane(eye) = self.eye else { return None };
        Some(match (self.pose, &self.height_field) {
            (Some((pose, here)), _) if here == eye => pose,
            (_, Some(height_field)) => Pose::over(eye, height_field),
            (_, None) => Pose::new(eye),
        })
    }

    /// Replaces the ground below the eye by that of a revision. `exact` are its exact heights, once they are ready.
    pub(super) fn set_ground(
        &mut self,
        revision: u64,
        height_field: Arc<HeightField>,
        exact: Option<Arc<GroundQuery>>,
    ) {
        if let Some(exact) = exact {
            (self.ground, self.query_revision) = (Some(exact), revision);
        }
        let pose = self.pose();
        if let Some(pose) = pose {
            self.eye = Eye::Plane(pose.on(&height_field));
        }
        (self.height_field, self.height_revision) = (Some(height_field), revision);
        self.release_colours();
        self.lift();
        if let (Eye::Plane(eye), Some(pose)) = (self.eye, pose) {
            self.pose = Some((pose, eye));
        }
    }

    /// Moves the eye. A motion ends a flight. A walk goes on while the user looks around, and ends with any other motion.
    pub(super) fn move_eye(&mut self, motion: Motion, rows: f64) {
        self.flight = None;
        self.walking &= matches!(motion, Motion::Look(_) | Motion::Walk(..));
        match motion {
            Motion::Walk(seconds, runs) if self.walking => {
                let mut eye = self.eye;
                eye.walk(seconds, runs, &|place| self.surface(place));
                self.eye = eye;
            }
            // The height field is too coarse for the eye of a person.
            _ if self.walking => self.eye.shift(motion, rows, None),
            _ => self.eye.shift(motion, rows, self.height_field.as_deref()),
        }
        self.lift();
    }

    /// The exact height of ground or water at a point. `None` until the exact heights are ready.
    fn surface(&self, place: [f64; 2]) -> Option<f64> {
        let exact = self.ground.as_ref().filter(|_| self.query_revision == self.revision());
        let [height, _] = exact?.at(place)?;
        Some(self.height_field.as_ref()?.covered(height))
    }

    /// Lifts the eye above ground that the height field is too coarse to show. An eye that walks stands on the ground.
    fn lift(&mut self) {
        let Some(height) = self.surface(self.eye.below()) else { return };
        match (self.walking, self.flight) {
            (true, None) => self.eye.stand_on(height),
            // A flight may end on the ground.
            (true, Some(_)) => self.eye.keep_over_by(height, crate::eye::EYE_HEIGHT),
            (false, _) => self.eye.keep_over(height),
        }
    }

    /// Flies to a point on the ground.
    pub(super) fn fly_to(&mut self, place: [f64; 2]) {
        if let Some(height_field) = &self.height_field {
            self.walking = false;
            self.flight = Some(Flight::new(self.eye, self.eye.approach(place, height_field)));
        }
    }

    /// Starts or stops walking. A walk starts at the point in the centre of the picture or, if this is the sky, below the eye.
    pub(super) fn set_walking(&mut self, on: bool) {
        self.flight = None;
        if !on {
            if std::mem::take(&mut self.walking) {
                self.eye.end_walk();
                self.move_eye(Motion::Zoom(0.0), 1.0);
            }
            return;
        }
        let place = self.centre().unwrap_or_else(|| self.eye.below());
        if let Some(height) = self.surface(place) {
            let mut eye = self.eye;
            eye.move_over(place);
            eye.look_level();
            eye.stand_on(height);
            (self.flight, self.walking) = (Some(Flight::new(self.eye, eye)), true);
        }
    }

    /// Approximate width in metres of the visible ground: the distance to the point in the centre of the picture, if there is
    /// one.
    pub(super) fn across(&self) -> f64 {
        let distance = |place: [f64; 2]| {
            let (Eye::Plane(eye), Some(height_field)) = (self.eye, &self.height_field) else { return None };
            let [x, y, z] = eye.position();
            let height = height_field.surface(place[0], place[1]);
            Some((x - place[0]).hypot(y - place[1]).hypot(z - height))
        };
        let above = |eye: GlobeEye| match self.surface(self.eye.below()) {
            Some(height) => (eye.altitude - height).max(1.0),
            None => self.eye.above(self.height_field.as_deref()),
        };
        match self.eye {
            Eye::Plane(_) => self.centre().and_then(distance).unwrap_or_else(|| self.eye.across()),
            // Near the ground, the view of a planet is nearly level.
            Eye::Globe(eye) => (2.0 * above(eye)).min(2.0 * eye.radius),
        }
    }

    /// The point on the ground in the centre of the picture.
    fn centre(&self) -> Option<[f64; 2]> {
        let height_field = self.height_field.as_deref()?;
        match &self.eye {
            Eye::Plane(_) => draft::pick(height_field, &self.eye.camera().ok()?, 0.0, 0.0),
            Eye::Globe(eye) => draft::pick_globe(height_field, eye, 0.0, 0.0),
        }
    }

    /// Moves the eye along a flight. Returns whether there is one.
    fn follow_flight(&mut self, now: f64) -> bool {
        let Some(flight) = &mut self.flight else { return false };
        let (eye, has_ended) = flight.at(now);
        self.eye = eye;
        if has_ended {
            self.flight = None;
        }
        if !self.walking {
            self.eye.shift(Motion::Zoom(0.0), 1.0, self.height_field.as_deref());
        }
        self.lift();
        true
    }

    /// A view of the whole terrain.
    pub(super) fn home(&self) -> Eye {
        let eye = self.shown.as_ref().map_or(self.eye, |(_, recipe)| Eye::of(recipe));
        match (eye, &self.height_field) {
            (Eye::Plane(eye), Some(height_field)) => Eye::Plane(Pose::new(eye).on(height_field)),
            _ => eye,
        }
    }
}

impl Studio {
    /// Continues a flight.
    pub(super) fn follow_flight(&mut self, ctx: &Context, now: f64) {
        if self.project.as_mut().is_some_and(|project| project.follow_flight(now)) {
            ctx.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use orogen_engine::image::NoImages;
    use orogen_engine::terrain::Drafts;

    use super::*;
    use crate::document::Document;
    use crate::eye::{Anchor, DEGREES, EYE_HEIGHT};

    /// Rows of the picture.
    const ROWS: f64 = 500.0;

    /// A preset on its ground.
    fn project(name: &str, samples: usize) -> Project {
        let path = format!("{}/../orogen/recipes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let mut project = Project::new(Document::new(name, std::fs::read_to_string(path).unwrap()));
        project.update_shown();
        let recipe = Arc::clone(project.document.recipe().unwrap());
        let height_field = Arc::new(HeightField::new(&recipe, &Drafts(&NoImages), samples).unwrap());
        let exact = Arc::new(GroundQuery::new(&recipe, &Drafts(&NoImages)).unwrap());
        project.set_ground(project.revision(), height_field, Some(exact));
        project
    }

    /// Pseudorandom numbers from 0 to 1 (Marsaglia 2003).
    struct Dice(u64);

    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn between(&mut self, least: f64, most: f64) -> f64 {
            least + (most - least) * self.roll()
        }
    }

    /// A point of the picture, and the point of the ground there.
    fn anchor(project: &Project, dice: &mut Dice) -> Option<Anchor> {
        let at = [dice.between(-0.5, 0.5), dice.between(-0.36, 0.36)];
        let height_field = project.height_field.as_deref().unwrap();
        let place = match &project.eye {
            Eye::Plane(_) => draft::pick(height_field, &project.eye.camera().unwrap(), at[0], at[1]),
            Eye::Globe(eye) => draft::pick_globe(height_field, eye, at[0], at[1]),
        };
        place.map(|place| Anchor { place, at })
    }

    fn motion(project: &Project, dice: &mut Dice) -> Motion {
        let pixels = [dice.between(-200.0, 200.0), dice.between(-200.0, 200.0)];
        match (dice.between(0.0, 6.0) as u32, anchor(project, dice)) {
            (0, _) => Motion::Orbit(pixels),
            (1, _) => Motion::Look(pixels),
            (2, _) => Motion::Pan(pixels),
            (3, _) => {
                Motion::Fly([dice.between(-1.0, 1.0), dice.between(-1.0, 2.0), dice.between(-1.0, 0.5)])
            }
            (4, Some(anchor)) => Motion::ZoomTo(dice.between(-3.0, 12.0), anchor),
            _ => Motion::Zoom(dice.between(-6.0, 6.0)),
        }
    }

    /// Metres from the ground or water, exactly, up to the eye.
    fn clearance(project: &Project) -> f64 {
        let height = match project.eye {
            Eye::Plane(eye) => eye.position()[2],
            Eye::Globe(eye) => eye.altitude,
        };
        height - project.surface(project.eye.below()).unwrap()
    }

    #[test]
    fn no_motion_leads_below_the_ground() {
        for (name, samples, margin) in [("alps", 193, 2.0), ("terra", 256, 20.0)] {
            let mut project = project(name, samples);
            let mut dice = Dice(7);
            let mut lowest = f64::INFINITY;
            for step in 0..1000 {
                if step % 50 == 0 {
                    project.eye = project.home();
                }
                let motion = motion(&project, &mut dice);
                project.move_eye(motion, ROWS);
                lowest = lowest.min(clearance(&project));
                assert!(lowest > margin - 1e-3, "{name}: {lowest} m after {motion:?}, step {step}");
                if let Some(Anchor { place, .. }) = anchor(&project, &mut dice).filter(|_| step % 20 == 0) {
                    project.fly_to(place);
                    for frame in 0..=30 {
                        project.follow_flight(f64::from(frame) / 60.0);
                        assert!(clearance(&project) > margin - 1e-3, "{name}: a flight, step {step}");
                    }
                    assert!(project.flight.is_none());
                }
            }
            assert!(lowest < 2.0 * margin, "{name}: the ground was reached: {lowest} m");
        }
    }

    #[test]
    fn a_zoom_keeps_the_point_under_the_pointer() {
        let pixel = 2.0 * libm::tan(DEGREES.to_radians() / 2.0) / ROWS;
        for (name, samples) in [("gullies", 193), ("terra", 256)] {
            let mut project = project(name, samples);
            let mut dice = Dice(3);
            let mut checked = 0;
            for step in 0..600 {
                if step % 12 == 0 {
                    project.eye = project.home();
                    project.move_eye(Motion::Orbit([dice.between(-300.0, 300.0), 20.0]), ROWS);
                    if step % 24 == 0 {
                        project.move_eye(Motion::Look([dice.between(-60.0, 60.0), -10.0]), ROWS);
                    }
                }
                let Some(anchor) = anchor(&project, &mut dice) else { continue };
                project.move_eye(Motion::ZoomTo(dice.between(-1.0, 6.0), anchor), ROWS);
                let height_field = project.height_field.as_deref().unwrap();
                // Near the ground, the eye may be lifted.
                let size = project.eye.across().min(height_field.size);
                if project.eye.above(Some(height_field)) < 0.02 * height_field.size.min(20_000.0) {
                    continue;
                }
                let seen = draft::project(height_field, &project.eye, anchor.place);
                let Some(seen) = seen else { panic!("{name}: out of sight, {anchor:?}, {:?}", project.eye) };
                let error = (seen[0] - anchor.at[0]).hypot(seen[1] - anchor.at[1]) / pixel;
                assert!(
                    error < 1.0,
                    "{name}, step {step}: {error} pixels, {size} m, {anchor:?}, {:?}",
                    project.eye
                );
                checked += 1;
            }
            assert!(checked > 200, "{name}: {checked} zooms");
        }
    }

    #[test]
    fn a_walk_never_crosses_the_ground() {
        for (name, samples) in [("gullies", 193), ("terra", 256)] {
            let mut project = project(name, samples);
            for _ in 0..(if name == "terra" { 70 } else { 8 }) {
                project.move_eye(Motion::Zoom(1.0), ROWS);
            }
            project.set_walking(true);
            assert!(project.walking);
            for frame in 0..=30 {
                project.follow_flight(f64::from(frame) / 60.0);
            }
            let mut dice = Dice(11);
            let start = project.eye.position();
            for _ in 0..500 {
                let before = project.eye;
                project.move_eye(Motion::Look([dice.between(-30.0, 30.0), 0.0]), ROWS);
                project.move_eye(Motion::Walk([0.0, 1.0 / 60.0], dice.roll() < 0.5), ROWS);
                assert!((clearance(&project) - EYE_HEIGHT).abs() < 1e-6, "{name}: {}", clearance(&project));
                // Half-way between two steps, too.
                let mut middle = Flight::new(before, project.eye);
                middle.at(0.0);
                let after = std::mem::replace(&mut project.eye, middle.at(0.25).0);
                assert!(clearance(&project) > 0.5 * EYE_HEIGHT, "{name}: {}", clearance(&project));
                project.eye = after;
            }
            let end = project.eye.position();
            let way = (0..3).map(|k| (end[k] - start[k]).powi(2)).sum::<f64>().sqrt();
            assert!(way > 10.0, "{name}: {way} m");
            project.set_walking(false);
            assert!(!project.walking && clearance(&project) > 1.99);
        }
    }
}
