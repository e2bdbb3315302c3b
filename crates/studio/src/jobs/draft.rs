//! Drafts: the height field of the newest recipe, and a picture of it.
//!
//! While requests keep coming, each is answered by one draft, as fine as its time allows: [`BUDGET`] for the height field, and the
//! same for the picture. Then drafts get finer until the next request. A draft has three stages: heights, their light, and a
//! picture. Only the stages that a change affects are made again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use orogen_engine::generate::SharedImages;
use orogen_engine::query::QueryError;
use orogen_engine::recipe::{Recipe, RecipeError};
use orogen_engine::terrain::Drafts;
use orogen_view::{GroundExtent, Style, Sun};

use super::pace::Pace;
use super::request_worker::RequestWorker;
use super::stoppable::Stoppable;
use super::{Newest, Urgency, Waker};
use crate::draft::{DraftShot, Rgba, Shading};
use crate::eye::{Eye, Pose};
use crate::height_field::{GroundQuery, HeightField, Watch};
use crate::host::Host;
use crate::layer::{EditedLayer, Since, TerrainKey};

/// The time for a height field, and for a picture of it, while requests keep coming: two of them make 30 drafts a second.
const BUDGET: Duration = Duration::from_millis(15);

/// Samples per side of height fields, coarse to fine.
const SAMPLES: [usize; 6] = [65, 97, 137, 193, 305, 449];

/// Rows of pictures, coarse to fine.
const ROWS: [usize; 5] = [75, 106, 150, 212, 300];

/// A request for drafts.
#[derive(Clone, Debug)]
pub struct DraftRequest {
    /// Identifies the results of this request. Later requests have greater tickets.
    pub ticket: u64,
    /// The revision of the recipe, which identifies it.
    pub revision: u64,
    /// The recipe.
    pub recipe: Arc<Recipe>,
    /// The strokes. `None`: those that the recipe names, if any.
    pub layer: Option<Arc<EditedLayer>>,
    /// The viewpoint. `None`: no picture is drawn.
    pub eye: Option<Eye>,
    /// The pose that gives the eye on new ground. `None`: the eye stays in place.
    pub pose: Option<Pose>,
    /// The sun.
    pub sun: Sun,
    /// Whether a stroke is being drawn. If so, drafts leave out the slow parts.
    pub interactive: bool,
    /// How far the ground extends.
    pub bounds: GroundExtent,
    /// The style.
    pub style: Style,
    /// Columns per row of the picture.
    pub aspect: f64,
}

/// A result of a request.
#[derive(Debug)]
pub struct DraftResult {
    /// The ticket of the request.
    pub ticket: u64,
    /// The revision of the recipe.
    pub revision: u64,
    /// The version of the strokes.
    pub stamp: Option<[u64; 2]>,
    /// The result.
    pub draft: Draft,
}

/// A draft.
#[derive(Debug)]
pub enum Draft {
    /// The ground.
    Ground {
        /// The height field.
        height_field: Arc<HeightField>,
        /// Exact heights, once they are ready.
        exact: Option<Arc<GroundQuery>>,
        /// Warnings about the recipe.
        warnings: Vec<RecipeError>,
    },
    /// A picture.
    Picture(Rgba),
    /// The recipe is invalid.
    Refused(RecipeError),
    /// The draft failed for another reason.
    Failed(String),
}

/// Makes drafts on its own thread.
#[derive(Debug)]
pub struct DraftWorker(RequestWorker<DraftRequest, DraftResult>);

impl DraftWorker {
    /// Starts the worker.
    ///
    /// # Errors
    /// No thread could be started.
    pub fn new(host: Arc<dyn Host>, waker: Waker) -> std::io::Result<Self> {
        RequestWorker::new("drafts", Urgency::Now, waker, move |requests, send| {
            // The threads of the global pool may have a low priority.
            match rayon::ThreadPoolBuilder::new().build() {
                Ok(pool) => pool.install(|| work(&*host, requests, send)),
                Err(_) => work(&*host, requests, send),
            }
        })
        .map(Self)
    }

    /// Requests drafts. This request replaces any earlier one.
    pub fn request(&self, request: DraftRequest) {
        self.0.request(request);
    }

    /// Stops after the draft in progress.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    /// Results since the last call.
    pub fn results(&self) -> impl Iterator<Item = DraftResult> {
        self.0.results()
    }
}

/// The recipe with its strokes, as the engine takes it.
struct Subject {
    recipe: Arc<Recipe>,
    images: SharedImages,
}

impl Subject {
    fn of(request: &DraftRequest, images: SharedImages) -> Self {
        match &request.layer {
            Some(layer) => Self { recipe: layer.recipe(&request.recipe), images: layer.images(images) },
            None => Self { recipe: Arc::clone(&request.recipe), images },
        }
    }

    fn is_planet(&self) -> bool {
        self.recipe.domain.sphere().is_some()
    }
}

fn work(host: &dyn Host, requests: &Newest<DraftRequest>, send: &dyn Fn(DraftResult)) {
    let mut drafter = Drafter::new();
    // Images are read once per recipe, not once per point of a stroke.
    let mut read: Option<(u64, SharedImages)> = None;
    while let Some(request) = requests.take() {
        let known = read.take_if(|(revision, _)| *revision == request.revision);
        let (_, images) = read.insert(known.unwrap_or_else(|| (request.revision, host.images())));
        let subject = Subject::of(&request, Arc::clone(images));
        let send = |draft| {
            let stamp = request.layer.as_ref().map(|layer| layer.stamp());
            send(DraftResult { ticket: request.ticket, revision: request.revision, stamp, draft });
        };
        if let Err(error) = drafter.answer(&request, &subject, &|| !requests.is_stale(), &send) {
            (drafter.ground, read) = (None, None);
            match error {
                QueryError::Recipe(error) => send(Draft::Refused(error)),
                error => send(Draft::Failed(error.to_string())),
            }
        }
    }
}

/// The stages of the last draft, and how long stages take.
struct Drafter {
    ground: Option<Ground>,
    light: Option<GroundLight>,
    ground_pace: Pace,
    picture_pace: Pace,
}

/// The height field made last.
struct Ground {
    heights: TerrainKey,
    height_field: Arc<HeightField>,
    /// Index of its resolution in [`SAMPLES`].
    level: usize,
    /// The revision and the version of the strokes whose exact heights were sent last.
    exact_of: Option<(u64, Option<[u64; 2]>)>,
}

/// The light of the height field, and what it depends on besides the heights.
struct GroundLight {
    height_field: Arc<HeightField>,
    recipe: Arc<Recipe>,
    look: (Style, GroundExtent, [f64; 3]),
    shading: Shading,
}

impl Drafter {
    fn new() -> Self {
        let (ground_pace, picture_pace) = (Pace::new(&SAMPLES, BUDGET), Pace::new(&ROWS, BUDGET));
        Self { ground: None, light: None, ground_pace, picture_pace }
    }

    /// Makes one draft at once, then finer ones while `go_on` returns true.
    fn answer(
        &mut self,
        request: &DraftRequest,
        subject: &Subject,
        go_on: Watch<'_>,
        send: &dyn Fn(Draft),
    ) -> Result<(), QueryError> {
        let version = (request.revision, request.layer.as_ref().map(|layer| layer.stamp()));
        let mut eye = request.eye;
        if self.update(request, subject)? {
            self.send_ground(send, None);
            eye = self.eye(request);
        }
        let rows = ROWS[self.picture_pace.fitting(|rows| pixels(request, rows))];
        self.picture(request, eye, rows, &|| true, send);
        let mut is_fine = rows == ROWS[ROWS.len() - 1];
        while let Some(ground) = self.ground.as_ref().filter(|_| go_on()) {
            let level = ground.level;
            if level + 1 < SAMPLES.len() {
                // Each step has about twice as many samples per side.
                let finer = (level + 2).min(SAMPLES.len() - 1);
                let Some(height_field) = self.build(subject, finer, go_on)? else { break };
                let heights = TerrainKey::of_heights(&request.recipe, request.layer.as_deref());
                self.ground = Some(Ground { heights, height_field, level: finer, exact_of: None });
                self.send_ground(send, None);
                eye = self.eye(request);
                is_fine = false;
            } else if !is_fine {
                self.picture(request, eye, ROWS[ROWS.len() - 1], go_on, send);
                is_fine = true;
            } else {
                break;
            }
        }
        // Exact heights can wait while something moves.
        let ground = self
            .ground
            .as_mut()
            .filter(|ground| go_on() && !request.interactive && ground.exact_of != Some(version));
        if let Some(ground) = ground {
            let images = Stoppable { images: &subject.images, go_on };
            let exact = match GroundQuery::new(&subject.recipe, &images) {
                Ok(exact) => exact,
                Err(error) if go_on() => return Err(error),
                // Stopped.
                Err(_) => return Ok(()),
            };
            ground.exact_of = Some(version);
            self.send_ground(send, Some(exact));
        }
        Ok(())
    }

    /// Updates the heights. Returns whether they are new.
    fn update(&mut self, request: &DraftRequest, subject: &Subject) -> Result<bool, QueryError> {
        let layer = request.layer.as_deref();
        let heights = TerrainKey::of_heights(&request.recipe, layer);
        let since = self.ground.as_ref().map_or(Since::All, |ground| heights.since(&ground.heights, layer));
        let (height_field, level) = match (since, self.ground.as_mut()) {
            (Since::Same, Some(ground)) => {
                ground.heights = heights;
                return Ok(false);
            }
            (Since::Within(bounds), Some(ground)) => {
                let images = Drafts(&*subject.images);
                let changed = ground.height_field.with_changed_strokes(&subject.recipe, &images, &bounds)?;
                (Arc::new(changed), ground.level)
            }
            _ => {
                let level = self.ground_pace.fitting(|side| samples(subject, side).pow(2));
                let Some(height_field) = self.build(subject, level, &|| true)? else { return Ok(false) };
                (height_field, level)
            }
        };
        self.ground = Some(Ground { heights, height_field, level, exact_of: None });
        Ok(true)
    }

    fn build(
        &mut self,
        subject: &Subject,
        level: usize,
        go_on: Watch<'_>,
    ) -> Result<Option<Arc<HeightField>>, QueryError> {
        let samples = samples(subject, SAMPLES[level]);
        let begin = Instant::now();
        let images = Drafts(Stoppable { images: &subject.images, go_on });
        match HeightField::new_while(&subject.recipe, &images, samples, go_on) {
            Ok(Some(built)) => {
                self.ground_pace.add(samples.pow(2), begin.elapsed());
                Ok(Some(Arc::new(built)))
            }
            Err(error) if go_on() => Err(error),
            // Stopped.
            Ok(None) | Err(_) => Ok(None),
        }
    }

    /// Sends the ground.
    fn send_ground(&self, send: &dyn Fn(Draft), exact: Option<GroundQuery>) {
        let Some(ground) = &self.ground else { return };
        let warnings = exact.as_ref().map_or_else(Vec::new, |exact| exact.warnings().to_vec());
        let height_field = Arc::clone(&ground.height_field);
        send(Draft::Ground { height_field, exact: exact.map(Arc::new), warnings });
    }

    /// The eye over the newest ground, if a picture is drawn. The receiver of this ground computes the same eye.
    fn eye(&self, request: &DraftRequest) -> Option<Eye> {
        let eye = request.eye?;
        let over = |(pose, ground): (Pose, &Ground)| Eye::Plane(pose.on(&ground.height_field));
        request.pose.zip(self.ground.as_ref()).map(over).or(Some(eye))
    }

    fn picture(
        &mut self,
        request: &DraftRequest,
        eye: Option<Eye>,
        rows: usize,
        go_on: Watch<'_>,
        send: &dyn Fn(Draft),
    ) {
        let (Some(eye), Some(ground)) = (eye, &self.ground) else { return };
        let DraftRequest { recipe, style, sun, bounds, .. } = request;
        let height_field = Arc::clone(&ground.height_field);
        let shot = DraftShot {
            height_field: &height_field,
            recipe,
            style: *style,
            eye: &eye,
            sun: *sun,
            bounds: *bounds,
        };
        let size = [pixels(request, rows) / rows, rows];
        let begin = Instant::now();
        let light = GroundLight::of(&mut self.light, &height_field, recipe, &shot);
        if let Some(picture) = light.and_then(|light| shot.draw_while(&light.shading, size, go_on)) {
            self.picture_pace.add(size[0] * size[1], begin.elapsed());
            send(Draft::Picture(picture));
        }
    }
}

impl GroundLight {
    /// The light of this ground, made again only if something has changed.
    fn of<'a>(
        last: &'a mut Option<Self>,
        height_field: &Arc<HeightField>,
        recipe: &Arc<Recipe>,
        shot: &DraftShot<'_>,
    ) -> Option<&'a Self> {
        let look = (shot.style, shot.bounds, shot.sun()?);
        let known = last.take_if(|last| {
            Arc::ptr_eq(&last.height_field, height_field)
                && Arc::ptr_eq(&last.recipe, recipe)
                && last.look == look
        });
        let made = || {
            let (height_field, recipe) = (Arc::clone(height_field), Arc::clone(recipe));
            Some(Self { height_field, recipe, look, shading: shot.shading()? })
        };
        Some(last.insert(known.or_else(made)?))
    }
}

/// Samples per side: those on a planet cost several times as much as on a plane.
fn samples(subject: &Subject, side: usize) -> usize {
    if subject.is_planet() { side / 3 * 2 / 2 * 2 } else { side }
}

/// Pixels of a picture with this many rows.
fn pixels(request: &DraftRequest, rows: usize) -> usize {
    ((rows as f64 * request.aspect) as usize).max(1) * rows
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use orogen_engine::image::{Image, NoImages, Reading};
    use orogen_engine::nodes;
    use orogen_engine::recipe::Source;
    use orogen_engine::terrain::Images;

    use super::*;

    const HILLS: &str = "orogen = 1\ndomain.size = 1000.0\nheight = { field = \"hills\", scale = 60.0 }\n\
                         [fields.hills]\ntype = \"fbm\"\nwavelength = 300.0\noctaves = 2\n\
                         [[materials]]\nname = \"rock\"\ncolor = \"#808080\"\n";

    fn request(text: &str) -> DraftRequest {
        let recipe = Recipe::parse(Source::new("test", text), nodes::registry()).unwrap();
        let (eye, recipe) = (Some(Eye::of(&recipe)), Arc::new(recipe));
        DraftRequest {
            ticket: 1,
            revision: 1,
            recipe,
            layer: None,
            eye,
            pose: None,
            sun: Sun::default(),
            interactive: false,
            bounds: GroundExtent::Endless,
            style: Style::Realistic,
            aspect: 1.5,
        }
    }

    /// The drafts of a request. Only the first draft is made if another request waits.
    fn drafts(
        drafter: &mut Drafter,
        request: &DraftRequest,
        images: SharedImages,
        waits: bool,
    ) -> Vec<Draft> {
        let sent = RefCell::new(Vec::new());
        let send = |draft| sent.borrow_mut().push(draft);
        drafter.answer(request, &Subject::of(request, images), &|| !waits, &send).unwrap();
        sent.into_inner()
    }

    fn pictures(drafts: &[Draft]) -> Vec<&Rgba> {
        let picture = |draft: &&'_ Draft| matches!(draft, Draft::Picture(_));
        drafts
            .iter()
            .filter(picture)
            .map(|draft| match draft {
                Draft::Picture(picture) => picture,
                _ => unreachable!(),
            })
            .collect()
    }

    #[test]
    fn a_draft_is_made_although_newer_requests_wait_and_gets_finer_if_none_does() {
        let (mut drafter, request) = (Drafter::new(), request(HILLS));
        let first = drafts(&mut drafter, &request, Arc::new(NoImages), true);
        assert!(
            matches!(first[..], [Draft::Ground { exact: None, .. }, Draft::Picture(_)]),
            "{}",
            first.len()
        );
        let all = drafts(&mut drafter, &request, Arc::new(NoImages), false);
        assert_eq!(pictures(&all).last().unwrap().size, [450, 300]);
        let detail = |draft: &Draft| match draft {
            Draft::Ground { height_field, .. } => Some(height_field.detail()),
            _ => None,
        };
        let details: Vec<_> = first.iter().chain(&all).filter_map(detail).collect();
        assert!(details.is_sorted_by(|one, next| one >= next), "{details:?}");
        assert!((details[details.len() - 1] - 2000.0 / 448.0).abs() < 1e-6, "{details:?}");
        assert!(matches!(all.last(), Some(Draft::Ground { exact: Some(_), .. })));
        let again = drafts(&mut drafter, &request, Arc::new(NoImages), false);
        assert!(!again.iter().any(|draft| matches!(draft, Draft::Ground { .. })), "nothing has changed");
    }

    /// The ground stays for a new colour or sun, and its light stays for a new viewpoint.
    #[test]
    fn only_what_a_change_affects_is_made_again() {
        let (mut drafter, request) = (Drafter::new(), request(HILLS));
        let answer = |request: &DraftRequest, drafter: &mut Drafter| {
            let sent = drafts(drafter, request, Arc::new(NoImages), true);
            let ground = Arc::clone(&drafter.ground.as_ref().unwrap().height_field);
            let brightness = pictures(&sent)[0].bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
            (ground, brightness)
        };
        let (ground, bright) = answer(&request, &mut drafter);
        let red = self::request(&HILLS.replace("#808080", "#ff0000"));
        let (same, other) = answer(&red, &mut drafter);
        assert!(Arc::ptr_eq(&ground, &same) && other != bright, "a colour");
        let night = DraftRequest { sun: Sun { elevation: -30.0, azimuth: 0.0 }, ..request.clone() };
        let (same, dark) = answer(&night, &mut drafter);
        assert!(Arc::ptr_eq(&ground, &same) && 2 * dark < bright, "the sun");
        // Puts the light of the night in the place of that of the day: a new viewpoint shows it.
        let shading = drafter.light.take().unwrap().shading;
        answer(&request, &mut drafter);
        drafter.light.as_mut().unwrap().shading = shading;
        let Some(Eye::Plane(mut eye)) = request.eye else { panic!("a plane") };
        eye.azimuth += 5.0;
        let moved = DraftRequest { eye: Some(Eye::Plane(eye)), ..request };
        let (same, shown) = answer(&moved, &mut drafter);
        assert!(Arc::ptr_eq(&ground, &same) && 4 * shown < 3 * bright, "a viewpoint: {shown} of {bright}");
        let (new, _) = answer(&self::request(&HILLS.replace("60.0", "70.0")), &mut drafter);
        assert!(!Arc::ptr_eq(&ground, &new), "the heights");
    }

    /// Counts the reports of running solvers.
    #[derive(Clone, Default)]
    struct Counted(Arc<AtomicUsize>);

    impl Images for Counted {
        fn load(&self, path: &Path, reading: Reading) -> Result<Arc<Image>, (String, String)> {
            NoImages.load(path, reading)
        }

        fn solving(&self, _: &str, done: f32) -> bool {
            self.0.fetch_add(usize::from(done > 0.0), Ordering::Relaxed);
            true
        }
    }

    /// A parameter of the last node does not solve the erosion before it again, at any resolution.
    #[test]
    fn solutions_are_kept_while_later_nodes_change() {
        let text = "orogen = 1\ndomain.size = 1500.0\nheight = { field = \"land\", scale = 1.0 }\n\
                    [fields.hills]\ntype = \"fbm\"\nwavelength = 901.0\n\
                    [fields.eroded]\ntype = \"erosion\"\ninput = \"hills\"\nscale = 500.0\ndetail = 32.0\n\
                    [fields.land]\ntype = \"clamp\"\ninput = \"eroded\"\nmin = -900.0\nmax = 90.0\n";
        let (mut drafter, counted) = (Drafter::new(), Counted::default());
        let mut reports = |text: &str, waits: bool| {
            drafts(&mut drafter, &request(text), Arc::new(counted.clone()), waits);
            counted.0.swap(0, Ordering::Relaxed)
        };
        assert!(reports(text, true) > 0);
        assert!(reports(text, false) > 0, "the exact solution");
        assert_eq!(reports(text, false), 0, "nothing has changed");
        assert_eq!(reports(&text.replace("90.0", "80.0"), false), 0, "the last node");
        assert!(reports(&text.replace("901.0", "902.0"), true) > 0, "the first node");
    }
}
