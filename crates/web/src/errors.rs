//! Exceptions.

use js_sys::Reflect;
use orogen::Error;
use wasm_bindgen::JsValue;

/// The exception for an error: an `Error` of JavaScript with the name `OrogenError`, and with the properties `kind`, `reason` and
/// `help`, and `line` and `column` if the mistake is in a recipe.
pub(crate) fn exception(error: &Error) -> JsValue {
    let help = Some(error.help()).filter(|help| !help.is_empty());
    let position = |number: Option<usize>| number.map(|number| number as f64);
    raised(
        &error.to_string(),
        [
            ("kind", error.kind().name().into()),
            ("reason", error.message().into()),
            ("help", help.into()),
            ("line", position(error.line()).into()),
            ("column", position(error.column()).into()),
        ],
    )
}

/// The exception for an argument that is wrong.
pub(crate) fn argument(message: &str, help: &str) -> JsValue {
    let properties = [("kind", "argument".into()), ("reason", message.into()), ("help", help.into())];
    raised(&format!("{message}\n  help: {help}"), properties)
}

fn raised<const N: usize>(text: &str, properties: [(&str, JsValue); N]) -> JsValue {
    let error = js_sys::Error::new(text);
    error.set_name("OrogenError");
    for (name, value) in properties {
        // Setting a property of a fresh object cannot fail.
        _ = Reflect::set(&error, &name.into(), &value);
    }
    error.into()
}
