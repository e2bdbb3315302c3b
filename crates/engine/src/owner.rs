//! The part of a recipe that a step of a terrain comes from, so that errors can name it.

use std::fmt;

use crate::recipe::Field;

/// The part of a recipe that a step of a terrain comes from.
///
/// # Example
/// ```
/// use orogen_engine::owner::Owner;
///
/// let owner = Owner::Field { name: "hills".to_owned(), node: "fbm" };
/// assert_eq!(owner.to_string(), r#"the field "hills" (fbm)"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A field, and the numbers that it reads in place of other fields. The field may be evaluated several times.
    Field {
        /// The name of the field in the recipe.
        name: String,
        /// The name of the field's node.
        node: &'static str,
    },
    /// The displacement of a field. If several fields have the same displacement, this names the first of them.
    Displacement {
        /// The name of that field in the recipe.
        name: String,
        /// The name of that field's node.
        node: &'static str,
    },
    /// The scale and offset of the height.
    Height,
    /// The [layer](crate::overlay) over the fields.
    Strokes,
}

impl Owner {
    /// The owner of an evaluation of a field.
    pub(crate) fn field(field: &Field) -> Self {
        Self::Field { name: field.name.clone(), node: field.spec.name }
    }

    /// The owner of the displaced ground under a field.
    pub(crate) fn displacement(field: &Field) -> Self {
        Self::Displacement { name: field.name.clone(), node: field.spec.name }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field { name, node } => write!(f, "the field {name:?} ({node})"),
            Self::Displacement { name, node } => write!(f, "the displacement of the field {name:?} ({node})"),
            Self::Height => write!(f, "the height's scale and offset"),
            Self::Strokes => write!(f, "the layer of strokes"),
        }
    }
}
