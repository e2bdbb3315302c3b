//! Resolves the fields of a recipe into the evaluations of a terrain.
//!
//! A ground gives the positions at which fields are evaluated; on a displaced ground, these positions are shifted. A field
//! needs a separate evaluation on each displaced ground where another field reads it. A field that displaces a ground is
//! evaluated once per axis, with different seeds so that the axes differ. Uses with the same ground and seeds share one
//! evaluation, and equal displacements share one ground. A field without random numbers is the same for all axes, so these share
//! its evaluation.
//!
//! If the field that displaces is displaced itself, its evaluations for all axes are on one ground: the seeds of a displacement
//! depend on its axis only, and not on the axes of displacements around it. So the cost of a chain grows by the same amount with
//! each link, as in Quilez, "Domain Warping" (2002), where both coordinates of a warp are read at the same warped position.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use orogen_noise::basis::AnyBasis;
use orogen_noise::hash::combine;
use orogen_noise::interval::Interval;
use orogen_noise::jet::Order;
use orogen_noise::noise::Dimension;

use crate::frame::{Frame, FrameMap};
use crate::image::Pictures;
use crate::nodes::{self, Context, Folding, Node, NodeDomain, Reading, ReadingMap, without_curvature};
use crate::owner::Owner;
use crate::recipe::{Field, Input, Recipe, RecipeError, seed_of_name};
use crate::solved::SolvedFields;
use crate::warning;

/// The largest number of evaluations of a recipe. If fields read a field on two grounds, and that field another one on two more,
/// and so on, the number of evaluations doubles with each of them.
const MAX_STEPS: usize = 4096;

/// The deepest nesting of fields. It is limited because resolving fields is recursive.
const MAX_NESTED: usize = 256;

/// The largest absolute value of a field. Slopes and curvature of such values stay in the range of single precision.
const MAX_VALUE: f64 = 1e18;

/// How finely a terrain is sampled. This decides how fine the octaves of `octaves = "auto"` are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail {
    /// Metres between neighbouring samples.
    pub spacing: f64,
    /// Metres between samples of the finest level of detail, if the same program serves several levels.
    pub finest: Option<f64>,
}

impl Detail {
    /// The detail of samples `spacing` metres apart, without other levels.
    pub fn of(spacing: f64) -> Self {
        Self { spacing, finest: None }
    }
}

/// One step of a terrain's evaluation. A step reads earlier steps, which are given by their indices.
#[derive(Clone, Debug)]
pub enum Step<const D: usize> {
    /// A field is evaluated.
    Field {
        /// The node that is evaluated.
        node: Node<D>,
        /// The steps of the fields that the node reads.
        inputs: Vec<usize>,
        /// The step of the displaced ground on which the field is evaluated, if there is one.
        ground: Option<usize>,
        /// The frame in which the field is evaluated.
        frame: Arc<Frame<D>>,
        /// An interval that contains the field's values.
        interval: Interval,
        /// The part of the recipe from which the step comes.
        owner: Owner,
    },
    /// A displaced ground follows from fields or another displaced ground.
    Ground {
        /// How the ground follows from other steps.
        change: GroundChange<D>,
        /// The part of the recipe from which the step comes.
        owner: Owner,
    },
}

/// How a displaced ground follows from fields and other displaced grounds, which are given by the indices of their steps.
#[derive(Clone, Debug)]
pub enum GroundChange<const D: usize> {
    /// A ground is displaced by `strength` metres times one field per axis.
    Displaced {
        /// The displaced ground that is displaced further, if there is one.
        from: Option<usize>,
        /// The fields that displace the ground, one per axis.
        axes: [usize; D],
        /// The displacement in metres where the field of an axis is 1.
        strength: f64,
    },
    /// A displaced ground, mapped for the fields of a [mapped](Frame::mapped) frame.
    Mapped {
        /// The displaced ground that is mapped.
        from: usize,
        /// The map.
        map: FrameMap<D>,
    },
    /// The ground of a [folded](Frame::folded) frame. Its displacement leads from the middle of the box to the sample's
    /// position in the box.
    Folded {
        /// The displaced ground that is folded, if there is one.
        from: Option<usize>,
        /// The fields with the displacement in metres along the folded axes.
        axes: [Option<usize>; D],
    },
}

impl<const D: usize> GroundChange<D> {
    /// The steps that it reads.
    fn reads(&self) -> Vec<usize> {
        match self {
            Self::Displaced { from, axes, .. } => axes.iter().chain(from).copied().collect(),
            Self::Mapped { from, .. } => vec![*from],
            Self::Folded { from, axes } => axes.iter().flatten().chain(from).copied().collect(),
        }
    }

    /// The same change with the number `place(step)` for each step that it reads.
    pub(crate) fn with(self, place: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Displaced { from, axes, strength } => {
                Self::Displaced { from: from.map(&place), axes: axes.map(&place), strength }
            }
            Self::Mapped { from, map } => Self::Mapped { from: place(from), map },
            Self::Folded { from, axes } => {
                Self::Folded { from: from.map(&place), axes: axes.map(|axis| axis.map(&place)) }
            }
        }
    }
}

impl<const D: usize> Step<D> {
    /// The indices of the steps that this step reads.
    pub fn reads(&self) -> Vec<usize> {
        match self {
            Step::Field { inputs, ground, .. } => inputs.iter().chain(ground).copied().collect(),
            Step::Ground { change, .. } => change.reads(),
        }
    }
}

/// The steps of a terrain's evaluation. Each step comes after the steps that it reads.
#[derive(Clone, Debug)]
pub struct Graph<const D: usize> {
    /// The steps.
    pub steps: Vec<Step<D>>,
    /// The index of the step whose field is the terrain.
    pub terrain: usize,
    /// The steps of the other fields that are requested. Only their values are needed.
    pub others: Vec<usize>,
    /// The highest order of derivatives that the terrain has.
    pub max_order: Order,
    /// Warnings about the recipe, in the order of the text.
    pub warnings: Vec<RecipeError>,
}

impl<const D: usize> Graph<D>
where
    AnyBasis: Dimension<D>,
{
    /// Resolves a recipe for samples `spacing` metres apart.
    ///
    /// Fields that the terrain does not read have no steps, but are checked.
    ///
    /// # Errors
    /// A node's parameters are wrong, or the recipe grows too large.
    pub fn new(recipe: &Recipe, pictures: &dyn Pictures, spacing: f64) -> Result<Self, RecipeError> {
        Self::with_others(recipe, pictures, Detail::of(spacing), &[], &SolvedFields::new())
    }

    /// As [`new`](Self::new), but the graph also has steps for the fields of the recipe that `others` names. `solved` has the
    /// solutions of the fields that are solved before the graph is built.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// # Panics
    /// If one of the names is not a field of the recipe.
    pub fn with_others(
        recipe: &Recipe,
        pictures: &dyn Pictures,
        detail: Detail,
        others: &[&str],
        solved: &SolvedFields,
    ) -> Result<Self, RecipeError> {
        let Detail { spacing, finest } = detail;
        let domain = &recipe.domain;
        let ground =
            NodeDomain { size: domain.size, tile: domain.tile, sphere: domain.sphere(), spacing, finest };
        let mut resolver = Resolver {
            recipe,
            pictures,
            solved,
            frames: vec![GroundFrame { frame: Arc::default(), ground, base: None }],
            steps: Vec::new(),
            orders: Vec::new(),
            known: BTreeMap::new(),
            grounds: BTreeMap::new(),
            below: BTreeMap::new(),
            seeded: BTreeMap::new(),
            depth: 0,
            used: 0,
            warnings: Vec::new(),
        };
        let terrain = resolver.field(&recipe.height.field, Place::default(), None)?;
        resolver.height(terrain);
        let others = others.iter().map(|&name| {
            let (name, _) = recipe
                .fields
                .get_key_value(name)
                .unwrap_or_else(|| panic!("the recipe has no field `{name}`"));
            resolver.field(name, Place::default(), None)
        });
        let others = others.collect::<Result<_, _>>()?;
        resolver.unused()?;
        let Resolver { mut steps, orders, used, mut warnings, .. } = resolver;
        steps.truncate(used);
        // A field that is evaluated several times repeats its warnings. Keep each of them once.
        warnings.sort_by(|a, b| (a.span, &a.message).cmp(&(b.span, &b.message)));
        warnings.dedup();
        Ok(Self { steps, terrain, others, max_order: orders[terrain], warnings })
    }

    /// An interval that contains the terrain's values, before scale and offset.
    pub fn interval(&self) -> Interval {
        self.interval_of(self.terrain)
    }

    /// An interval that contains the values of a step.
    pub fn interval_of(&self, step: usize) -> Interval {
        interval_of(&self.steps, step)
    }
}

fn interval_of<const D: usize>(steps: &[Step<D>], step: usize) -> Interval {
    match &steps[step] {
        Step::Field { interval, .. } => *interval,
        Step::Ground { .. } => unreachable!("fields read fields"),
    }
}

/// Identifies the axis of the innermost displacement for which a field is resolved. `None` outside of displacements. The seed of
/// the field depends on it, so that the axes differ.
type Salt = Option<u64>;

/// The inputs that the evaluation of a field reads: those of a solved field are replaced by its solution.
fn read_inputs(field: &Field) -> &[Input] {
    if nodes::is_solved(field.spec) { &[] } else { &field.inputs }
}

/// Where a field is evaluated: the index of a frame, and the step of a displaced ground.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    frame: usize,
    ground: Option<usize>,
}

/// A frame, and the ground that the nodes in it are built for.
#[derive(Clone)]
struct GroundFrame<const D: usize> {
    frame: Arc<Frame<D>>,
    ground: NodeDomain,
    /// In a folded frame, the step of the ground of positions that no field displaces.
    base: Option<usize>,
}

struct Resolver<'a, const D: usize> {
    recipe: &'a Recipe,
    pictures: &'a dyn Pictures,
    solved: &'a SolvedFields,
    /// All frames. The first is that of the domain.
    frames: Vec<GroundFrame<D>>,
    steps: Vec<Step<D>>,
    /// The highest order of derivatives that each step has.
    orders: Vec<Order>,
    known: BTreeMap<(&'a str, Place, Salt), usize>,
    /// The steps of displaced grounds. The key is the ground that is displaced, the steps of the fields that displace it, and
    /// the bits of the strength.
    grounds: BTreeMap<(Option<usize>, [usize; D], u64), usize>,
    /// Where the node of a field at a place reads its inputs, and the steps of the folded coordinates that it also reads.
    below: BTreeMap<(&'a str, Place), (Place, Vec<usize>)>,
    /// Whether the salt changes each field, as far as this is known.
    seeded: BTreeMap<&'a str, bool>,
    /// Number of nested fields that are being resolved.
    depth: usize,
    /// Number of steps that the terrain and the other requested fields need; 0 until these are resolved. Later steps belong to
    /// fields that are only checked.
    used: usize,
    warnings: Vec<RecipeError>,
}

impl<'a, const D: usize> Resolver<'a, D>
where
    AnyBasis: Dimension<D>,
{
    /// Adds the warnings about the heights and the materials. `evaluation` checks the precision of the field itself.
    fn height(&mut self, terrain: usize) {
        let height = &self.recipe.height;
        let field = interval_of(&self.steps, terrain);
        let scaled = field.times(height.scale);
        if warning::coarse_step(field, 0.0).is_none()
            && let Some(step) = warning::coarse_step(scaled, height.offset)
        {
            let heights = scaled.shifted(height.offset);
            self.warnings.push(warning::coarse_height(self.recipe, heights, step));
        }
        self.warnings.extend(warning::flat(self.recipe, field));
        self.warnings.extend(warning::absurd(self.recipe, scaled));
        self.warnings.extend(warning::hollow(self.recipe, scaled));
        self.warnings.extend(warning::other_scale(self.recipe));
        let first = self.recipe.materials.first();
        self.warnings.extend(first.and_then(|first| warning::idle_rules(self.recipe, first)));
    }

    /// Resolves the fields that the terrain does not read, to find their errors. The limit [`MAX_STEPS`] applies to their
    /// evaluations separately.
    fn unused(&mut self) -> Result<(), RecipeError> {
        self.used = self.steps.len();
        let recipe = self.recipe;
        for name in recipe.further_fields().chain(recipe.scatter_fields()) {
            self.field(name, Place::default(), None)?;
        }
        let mut used: BTreeSet<&str> = self.known.keys().map(|&(name, ..)| name).collect();
        let solved = used.iter().copied().filter(|name| nodes::is_solved(recipe.fields[*name].spec));
        let read = recipe.read_by(solved);
        used.extend(read);
        for (name, field) in recipe.fields.iter().filter(|(name, _)| !used.contains(name.as_str())) {
            let inside = format!("{name}.");
            let is_read = field.uses.is_some() && used.iter().any(|used| used.starts_with(&inside));
            self.warnings.extend((field.is_written() && !is_read).then(|| warning::unused(field)));
            self.field(name, Place::default(), None)?;
        }
        Ok(())
    }

    /// The step of a field at a place. The parser has checked that all fields exist and that they form no cycles.
    fn field(&mut self, name: &'a str, place: Place, salt: Salt) -> Result<usize, RecipeError> {
        // A field without random numbers is the same along every axis of a displacement.
        let salt = salt.filter(|_| self.is_seeded(name));
        if let Some(&known) = self.known.get(&(name, place, salt)) {
            return Ok(known);
        }
        let field = &self.recipe.fields[name];
        if self.depth >= MAX_NESTED {
            let message = format!("fields are nested more than {MAX_NESTED} deep here");
            let error = RecipeError::new(field.source(), field.span, message);
            return Err(error.help("remove some of them"));
        }
        self.depth += 1;
        let step = self.evaluation(field, place, salt)?;
        self.depth -= 1;
        self.known.insert((name, place, salt), step);
        Ok(step)
    }

    /// Whether the salt changes a field: it, or a field that it reads, draws random numbers.
    fn is_seeded(&mut self, name: &'a str) -> bool {
        if let Some(&known) = self.seeded.get(name) {
            return known;
        }
        let field = &self.recipe.fields[name];
        let own = field.spec.group.takes_seed() && !nodes::is_solved(field.spec);
        let mut inputs = read_inputs(field).iter().filter_map(|input| match input {
            Input::Field(name, _) => Some(name),
            Input::Number(..) => None,
        });
        let is_seeded = own || inputs.any(|name| self.is_seeded(name));
        self.seeded.insert(name, is_seeded);
        is_seeded
    }

    /// A new step for a field, after the steps that it reads.
    fn evaluation(&mut self, field: &'a Field, place: Place, salt: Salt) -> Result<usize, RecipeError> {
        if nodes::is_solved(field.spec) && self.used == 0 && !self.solved.contains_key(field.solution()) {
            let message = format!("`{}` was not solved before", field.name);
            let help = "make a terrain of the recipe: it solves all fields that need it";
            return Err(RecipeError::new(field.source(), field.span, message).help(help));
        }
        let own = self.displaced(field, place)?;
        let warnings = RefCell::default();
        let context = Context {
            args: &field.args,
            seed: self.seed(field, salt),
            inputs: &[],
            ground: self.frames[own.frame].ground,
            displaced: own.ground != self.frames[own.frame].base,
            folded: self.frames[own.frame].frame.is_folded(),
            solved: self.solved.get(field.solution()).map(|solution| &**solution),
            output: field.output.as_ref().map(|output| output.name),
            pictures: self.pictures,
            warnings: &warnings,
        };
        let (below, folds) = self.below(field, own, &context)?;
        let mut inputs = Vec::with_capacity(field.inputs.len());
        for input in read_inputs(field) {
            inputs.push(match input {
                Input::Field(name, _) => self.field(name, below, salt)?,
                Input::Number(value, _) => self.number(*value, field)?,
            });
        }
        inputs.extend(folds);
        let intervals: Vec<_> = inputs.iter().map(|&input| interval_of(&self.steps, input)).collect();
        let node = nodes::build::<D>(&Context { inputs: &intervals, ..context })?;
        self.warnings.append(&mut warnings.into_inner());
        let GroundFrame { frame, ground, .. } = self.frames[own.frame].clone();
        if self.is_too_fine(&node, field, ground.spacing) {
            self.warnings.push(warning::too_fine(field, ground.spacing));
        }
        let interval = node.interval(&intervals);
        if interval.min < -MAX_VALUE || interval.max > MAX_VALUE {
            let message = format!(
                "the values of `{}` may range from {:e} to {:e}",
                field.name, interval.min, interval.max
            );
            let error = RecipeError::new(field.source(), field.span, message);
            return Err(error.help("use smaller numbers: values stay between -1e18 and 1e18"));
        }
        // The user has to fix the first field that loses precision, not the fields that read it.
        if !intervals.iter().any(|&input| warning::coarse_step(input, 0.0).is_some())
            && let Some(step) = warning::coarse_step(interval, 0.0)
        {
            self.warnings.push(warning::coarse_field(field, interval, step));
        }
        let owner = Owner::field(field);
        self.push(Step::Field { node, inputs, ground: own.ground, frame, interval, owner }, field)
    }

    /// Whether the samples show no octave of a fractal, neither at this spacing nor at the recipe's own spacing.
    fn is_too_fine(&self, node: &Node<D>, field: &Field, spacing: f64) -> bool {
        let no_octave = matches!(node, Node::Noise(noise) if noise.octaves.seen().is_empty());
        // Below a `transform`, samples are farther apart.
        let stretch = spacing / self.frames[0].ground.spacing;
        no_octave && field.args.number("wavelength") < 2.0 * stretch * self.recipe.domain.spacing()
    }

    /// The place at which a node reads its inputs, and the steps of the folded coordinates that it also reads.
    fn below(
        &mut self,
        field: &'a Field,
        own: Place,
        context: &Context<'_>,
    ) -> Result<(Place, Vec<usize>), RecipeError> {
        let key = (field.name.as_str(), own);
        if let Some(known) = self.below.get(&key) {
            return Ok(known.clone());
        }
        let below = match nodes::reading::<D>(context)? {
            Reading::Here => (own, Vec::new()),
            Reading::Mapped(map) => (self.mapped(field, own, &map)?, Vec::new()),
            Reading::Folded(folding) => self.folded(field, own, &folding)?,
        };
        self.below.insert(key, below.clone());
        Ok(below)
    }

    /// The place below a node that maps positions.
    fn mapped(&mut self, field: &Field, place: Place, map: &ReadingMap<D>) -> Result<Place, RecipeError> {
        let ground = match place.ground {
            None => None,
            Some(from) => {
                let change = GroundChange::Mapped { from, map: map.map };
                Some(self.push(Step::Ground { change, owner: Owner::field(field) }, field)?)
            }
        };
        let above = &self.frames[place.frame];
        let base = ground.filter(|_| above.base.is_some() && place.ground == above.base);
        let frame = Arc::new(above.frame.mapped(&map.map));
        Ok(Place { frame: self.frame(GroundFrame { frame, ground: map.ground, base }), ground })
    }

    /// The place at which the inputs of a `repeat` are evaluated, and the steps of its coordinates, which are folded into its box.
    fn folded(
        &mut self,
        field: &Field,
        place: Place,
        folding: &Folding<D>,
    ) -> Result<(Place, Vec<usize>), RecipeError> {
        let GroundFrame { frame, ground, .. } = self.frames[place.frame].clone();
        let mut coordinates = Vec::with_capacity(D);
        for axis in 0..D {
            let (node, interval) = folding.coordinate(axis);
            let (frame, owner) = (Arc::clone(&frame), Owner::field(field));
            let step = Step::Field { node, inputs: Vec::new(), ground: place.ground, frame, interval, owner };
            coordinates.push(self.push(step, field)?);
        }
        let axes = std::array::from_fn(|axis| folding.periods[axis].map(|_| coordinates[axis]));
        let change = GroundChange::Folded { from: place.ground, axes };
        let below = self.push(Step::Ground { change, owner: Owner::field(field) }, field)?;
        let frame = Arc::new(frame.folded(folding.middle()));
        let frame = self.frame(GroundFrame { frame, ground, base: Some(below) });
        Ok((Place { frame, ground: Some(below) }, coordinates))
    }

    /// The index of a frame.
    fn frame(&mut self, new: GroundFrame<D>) -> usize {
        let same = |known: &GroundFrame<D>| {
            known.frame == new.frame && known.ground == new.ground && known.base == new.base
        };
        let known = self.frames.iter().position(same);
        known.unwrap_or_else(|| {
            self.frames.push(new);
            self.frames.len() - 1
        })
    }

    /// The step of an input that is a number instead of a field.
    fn number(&mut self, value: f64, field: &Field) -> Result<usize, RecipeError> {
        let node = Node::Constant(value);
        let (interval, owner) = (Interval::point(value), Owner::field(field));
        let frame = Arc::clone(&self.frames[0].frame);
        self.push(Step::Field { node, inputs: Vec::new(), ground: None, frame, interval, owner }, field)
    }

    /// The place at which a field is evaluated. If the field has a displacement, this is on a displaced ground.
    fn displaced(&mut self, field: &'a Field, place: Place) -> Result<Place, RecipeError> {
        let Some(displace) = &field.displace else { return Ok(place) };
        let mut axes = [0; D];
        for (axis, step) in axes.iter_mut().enumerate() {
            *step = self.field(&displace.by, place, Some(combine(0, axis as u64 + 1)))?;
        }
        let from = place.ground;
        let key = (from, axes, displace.strength.to_bits());
        if let Some(&known) = self.grounds.get(&key) {
            return Ok(Place { ground: Some(known), ..place });
        }
        let (strength, owner) = (displace.strength, Owner::displacement(field));
        let change = GroundChange::Displaced { from, axes, strength };
        let step = self.push(Step::Ground { change, owner }, field)?;
        self.grounds.insert(key, step);
        Ok(Place { ground: Some(step), ..place })
    }

    fn seed(&self, field: &Field, salt: Salt) -> u64 {
        let seed = own_seed(self.recipe, field);
        salt.map_or(seed, |salt| combine(seed, salt))
    }

    fn push(&mut self, step: Step<D>, field: &Field) -> Result<usize, RecipeError> {
        if self.steps.len() - self.used >= MAX_STEPS {
            let message = format!("the recipe needs more than {MAX_STEPS} evaluations");
            let error = RecipeError::new(field.source(), field.span, message);
            return Err(error.help(
                "a field is evaluated on each displaced ground that reads it; remove some displacements",
            ));
        }
        let order = self.max_order(&step, field)?;
        self.steps.push(step);
        self.orders.push(order);
        Ok(self.steps.len() - 1)
    }

    /// The highest order of derivatives that a step has: at least the gradient. It follows from the node and from the orders of
    /// the steps that the node reads.
    fn max_order(&self, step: &Step<D>, field: &Field) -> Result<Order, RecipeError> {
        let read = step.reads().into_iter().map(|read| self.orders[read]).min().unwrap_or(Order::Hessian);
        let Step::Field { node, inputs, .. } = step else { return Ok(read) };
        let followed = || inputs.iter().enumerate().filter(|&(number, _)| node.reads_slopes(number));
        if let Some((number, _)) = followed().find(|&(_, &input)| self.orders[input] < Order::Hessian) {
            let (Input::Field(_, span) | Input::Number(_, span)) = field.inputs[number];
            let message = format!(
                "`{}` follows the slopes of its {}, which has no curvature",
                field.name, field.spec.inputs[number].name
            );
            let help = concat!(
                without_curvature!(),
                ", and fields made from them, have no curvature; use fbm or another fractal there",
            );
            return Err(RecipeError::new(field.source(), span, message).label("has no curvature").help(help));
        }
        let lowered = if followed().count() > 0 { Order::Gradient } else { Order::Hessian };
        Ok(read.min(node.max_order()).min(lowered))
    }
}

/// The field's own seed. It follows from the recipe's seed and the field's seed. A field without a seed uses its name instead.
pub(crate) fn own_seed(recipe: &Recipe, field: &Field) -> u64 {
    combine(recipe.seed, field.args.seed().unwrap_or_else(|| seed_of_name(field.solution())))
}
