//! Rivers and lakes: the table `[water]`.

use super::error::RecipeError;
use super::source::Span;
use super::table::Table;
use super::value::Value;

/// Water of rivers and lakes. A place is under water if the surface of the water is higher than the ground. Heights are those of
/// the ground, also under water.
#[derive(Clone, Debug, PartialEq)]
pub struct Water {
    /// The field or expression that is the water's surface. The recipe's scale and offset convert it to metres, as they do for
    /// the field that is the terrain.
    pub field: String,
    /// The position of the field's name in the text.
    pub span: Span,
}

/// Reads `[water]`.
pub(super) fn water(value: &Value<'_>, is_planet: bool) -> Result<Water, RecipeError> {
    let help =
        "begin a line with [water], and write field = \"land.water\" below, if the field `land` is eroded";
    let table = Table { what: "[water]".to_owned(), ..value.table("a table", help)? };
    table.refuse_unknown(&["field"])?;
    if is_planet {
        let error = RecipeError::new(table.source, value.key_span, "a planet has no rivers and lakes");
        return Err(error.help("remove [water], or write [sea] for its seas"));
    }
    let field = table.require("field", "name the field that is the surface: field = \"land.water\"")?;
    let name = field.field("the name of a field", "put the name in quotes")?;
    Ok(Water { field: name, span: field.span })
}
