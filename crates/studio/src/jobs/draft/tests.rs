use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use orogen_engine::image::{Image, NoImages, Reading};
use orogen_engine::nodes;
use orogen_engine::recipe::{Recipe, Source};
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
        layers: Layers::default(),
        eye,
        pose: None,
        sun: Sun::default(),
        interactive: false,
        bounds: GroundExtent::Endless,
        style: Style::Realistic,
        colour_range: None,
        aspect: 1.5,
    }
}

/// The drafts of a request. Only the first draft is made if another request waits.
fn drafts(drafter: &mut Drafter, request: &DraftRequest, images: SharedImages, waits: bool) -> Vec<Draft> {
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
    assert!(matches!(first[..], [Draft::Ground { exact: None, .. }, Draft::Picture(_)]), "{}", first.len());
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
