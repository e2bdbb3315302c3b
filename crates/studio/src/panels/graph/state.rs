//! What the graph remembers between frames.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use egui::{Pos2, Rect, Vec2};

use super::layout::{input_at, layout, output_at, size};
use super::menu::Menu;
use super::model::{Model, Wire};
use super::route::{MARGIN, route};
use crate::document::{NodeKey, Port};

/// The state of the graph of a recipe.
#[derive(Debug)]
pub struct GraphState {
    /// Places of nodes, and frames.
    pub layout: GraphLayout,
    /// The field that the view shows instead of the heights.
    pub pinned: Option<String>,
    /// A field that was clicked: its form is to be opened.
    pub clicked: Option<String>,
    /// Whether the graph has the focus, and so takes keys.
    pub takes_keys: bool,
    /// The widget of the empty ground.
    pub(super) ground: Option<egui::Id>,
    /// The part of the graph that is visible.
    pub(super) scene: Rect,
    pub(super) selected: BTreeSet<NodeKey>,
    pub(super) gesture: Gesture,
    /// The end of a wire that was chosen with the keyboard or a click, and waits for the other end.
    pub(super) armed: Option<End>,
    pub(super) menu: Option<Menu>,
    /// The place of the next new nodes.
    pub(super) next_at: Option<Pos2>,
    /// The frame whose title is edited.
    pub(super) edited_frame: Option<usize>,
    /// The points of each wire.
    pub(super) routes: Vec<Vec<Pos2>>,
    /// The wires and the nodes that the routes follow from.
    routed: (Vec<Wire>, Vec<Rect>),
    /// The automatic layout, and the shape of the model that it is for.
    automatic: (u64, Vec<Pos2>),
    known: BTreeSet<NodeKey>,
}

/// The places of nodes and the frames around them. They are kept beside the recipe, not in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphLayout {
    /// The upper left corner of each node. If there are none, the layout is automatic.
    pub places: BTreeMap<NodeKey, Pos2>,
    /// The frames.
    pub frames: Vec<GraphFrame>,
}

/// A frame around nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GraphFrame {
    /// Its title.
    pub title: String,
    /// The nodes in it.
    pub nodes: BTreeSet<NodeKey>,
}

/// An end of a wire.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum End {
    /// An output, by its name in the recipe.
    Output(String),
    /// An input.
    Input(Port),
}

/// What the pointer is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Gesture {
    #[default]
    None,
    /// Selecting the nodes in a box, from this corner. `true`: more nodes besides those selected before.
    Box(Pos2, bool),
    /// Dragging a wire from this end. If the wire was taken off an input, this is the input.
    Wire(End, Option<Port>),
}

impl Default for GraphState {
    fn default() -> Self {
        Self {
            takes_keys: false,
            ground: None,
            layout: GraphLayout::default(),
            pinned: None,
            clicked: None,
            scene: Rect::ZERO,
            selected: BTreeSet::new(),
            gesture: Gesture::None,
            armed: None,
            menu: None,
            next_at: None,
            edited_frame: None,
            routes: Vec::new(),
            routed: (Vec::new(), Vec::new()),
            automatic: (0, Vec::new()),
            known: BTreeSet::new(),
        }
    }
}

impl GraphState {
    /// Follows a renamed node.
    pub fn rename(&mut self, from: &NodeKey, to: &NodeKey) {
        if let Some(place) = self.layout.places.remove(from) {
            self.layout.places.insert(to.clone(), place);
        }
        let frames = self.layout.frames.iter_mut().map(|frame| &mut frame.nodes);
        for nodes in frames.chain([&mut self.selected, &mut self.known]) {
            if nodes.remove(from) {
                nodes.insert(to.clone());
            }
        }
        if self.pinned.is_some() && self.pinned.as_deref() == from.field() {
            self.pinned = to.field().map(str::to_owned);
        }
    }

    /// The rectangle of each node. New nodes are selected and get places.
    pub(super) fn place(&mut self, model: &Model) -> Vec<Rect> {
        let keys: BTreeSet<NodeKey> = model.nodes.iter().map(|node| node.key.clone()).collect();
        let new: BTreeSet<NodeKey> = keys.difference(&self.known).cloned().collect();
        let is_first = self.known.is_empty();
        self.selected.retain(|key| keys.contains(key));
        if self.automatic.0 != model.shape() {
            self.automatic = (model.shape(), layout(model));
        }
        let automatic = self.automatic.1.clone();
        // A place for nodes that did not come, because their edit failed, is not for later ones.
        let at = self.next_at.take();
        if !new.is_empty() && !is_first {
            self.place_new(model, &automatic, &new, at);
            self.selected.clone_from(&new);
        }
        self.known = keys;
        let rect = |(at, node): (usize, &super::model::Node)| {
            let place = self.layout.places.get(&node.key).copied().unwrap_or(automatic[at]);
            Rect::from_min_size(place, size(node))
        };
        model.nodes.iter().enumerate().map(rect).collect()
    }

    fn place_new(&mut self, model: &Model, automatic: &[Pos2], new: &BTreeSet<NodeKey>, at: Option<Pos2>) {
        if at.is_none() && self.layout.places.is_empty() {
            return;
        }
        let is_new = |at: &usize| new.contains(&model.nodes[*at].key);
        let rect = |at: usize| Rect::from_min_size(automatic[at], size(&model.nodes[at]));
        let old: Vec<usize> = (0..model.nodes.len()).filter(|at| !is_new(at)).collect();
        if self.layout.places.is_empty() {
            // The old nodes stay where they were, not where the automatic layout moves them for the new ones.
            let kept = Model::without(model, new);
            let places = layout(&kept);
            self.layout.places.extend(kept.nodes.iter().map(|node| node.key.clone()).zip(places));
        }
        let group: Vec<usize> = (0..model.nodes.len())
            .filter(is_new)
            .filter(|at| !self.layout.places.contains_key(&model.nodes[*at].key))
            .collect();
        let Some(bounds) = group.iter().map(|at| rect(*at)).reduce(|all, one| all.union(one)) else { return };
        let mut shift = at.map_or(Vec2::ZERO, |at| at - bounds.min);
        let taken: Vec<Rect> = old
            .iter()
            .filter_map(|at| {
                Some(Rect::from_min_size(
                    *self.layout.places.get(&model.nodes[*at].key)?,
                    size(&model.nodes[*at]),
                ))
            })
            .collect();
        while taken.iter().any(|rect| rect.expand(8.0).intersects(bounds.translate(shift))) {
            shift.y += 24.0;
        }
        for at in group {
            self.layout.places.insert(model.nodes[at].key.clone(), automatic[at] + shift);
        }
    }

    /// Finds the ways of wires that are new, and of those that changed nodes are near or were near. To find a way around many
    /// nodes takes long, and a node that is dragged moves in each frame.
    pub(super) fn route(&mut self, model: &Model, rects: &[Rect]) {
        if self.routed.0 == model.wires && self.routed.1 == rects {
            return;
        }
        let (_, before) = std::mem::replace(&mut self.routed, (model.wires.clone(), rects.to_vec()));
        let (gone, new) = (without(&before, rects), without(rects, &before));
        let changed: Vec<Rect> = gone.chain(new).collect();
        let is_current = |way: &Vec<Pos2>| {
            let around = Rect::from_points(way).expand(2.0 * MARGIN);
            !changed.iter().any(|rect| rect.intersects(around))
        };
        let known = std::mem::take(&mut self.routes).into_iter().filter(is_current);
        let mut known: HashMap<_, _> =
            known.filter_map(|way| Some((bits([*way.first()?, *way.last()?]), way))).collect();
        let way = |wire: &Wire| {
            let from = output_at(&model.nodes[wire.from.0], rects[wire.from.0], wire.from.1);
            let to = input_at(&model.nodes[wire.to.0], rects[wire.to.0], wire.to.1);
            known.remove(&bits([from, to])).unwrap_or_else(|| route(from, to, rects))
        };
        self.routes = model.wires.iter().map(way).collect();
    }

    /// Moves the selected nodes, and keeps all others in their places.
    pub(super) fn move_selected(&mut self, model: &Model, rects: &[Rect], by: Vec2) {
        for (node, rect) in model.nodes.iter().zip(rects) {
            let by = if self.selected.contains(&node.key) { by } else { Vec2::ZERO };
            self.layout.places.insert(node.key.clone(), rect.min + by);
        }
    }

    /// Puts a frame around the selected nodes.
    pub(super) fn add_frame(&mut self) {
        if !self.selected.is_empty() {
            let nodes = self.selected.clone();
            self.layout.frames.iter_mut().for_each(|frame| frame.nodes.retain(|key| !nodes.contains(key)));
            self.layout.frames.retain(|frame| !frame.nodes.is_empty());
            self.layout.frames.push(GraphFrame { title: "Frame".to_owned(), nodes });
            self.edited_frame = Some(self.layout.frames.len() - 1);
        }
    }
}

/// The rectangles of a list that another list lacks.
fn without<'a>(list: &'a [Rect], other: &'a [Rect]) -> impl Iterator<Item = Rect> + 'a {
    list.iter().filter(|rect| !other.contains(rect)).copied()
}

/// Two points, to compare them exactly.
fn bits(ends: [Pos2; 2]) -> [[u32; 2]; 2] {
    ends.map(|end| [end.x.to_bits(), end.y.to_bits()])
}
