// Size of the textures of trees.

// Number of cells along a side of the texture of trees.
const TREES_SIDE: i32 = 1024;
// Number of squares along a side of a block of the texture of groves.
const TREES_BLOCK: i32 = 8;
// The foot of a tree that does not stand.
const TREES_NO_FOOT: f32 = -3e38;
