//! Whose a step of a terrain is: what of its recipe, so that errors can name it.

use std::fmt;

use crate::recipe::Field;

/// What of a recipe something is made from.
///
/// # Example
/// ```
/// use orogen::owner::Owner;
///
/// let owner = Owner::Field { name: "hills".to_owned(), node: "fbm" };
/// assert_eq!(owner.to_string(), r#"the field "hills" (fbm)"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A field, wherever and however often it is evaluated, and the numbers that stand where it reads others.
    Field {
        /// Its name in the recipe.
        name: String,
        /// The name of its node.
        node: &'static str,
    },
    /// The displacement of the ground under a field; under the first of several that ask for the same.
    Displacement {
        /// The name of that field in the recipe.
        name: String,
        /// The name of its node.
        node: &'static str,
    },
    /// Scale and offset of the height.
    Height,
    /// What lies [over](crate::overlay) the fields.
    Strokes,
}

impl Owner {
    /// Whose the evaluation of a field is.
    pub(crate) fn field(field: &Field) -> Self {
        Self::Field { name: field.name.clone(), node: field.spec.name }
    }

    /// Whose the ground is that is displaced under a field.
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
