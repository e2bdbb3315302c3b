//! The error type of recipes: what is wrong, where, and how to fix it. Warnings have the same form.

use std::fmt;
use std::sync::Arc;

use super::{Source, Span};

/// An error or a warning: what is wrong or doubtful in a recipe, where, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeError {
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place in the text.
    pub span: Span,
    /// A few words to write beside the place, or "".
    pub label: String,
    /// How to fix it, or "".
    pub help: String,
    /// The text.
    pub source: Arc<Source>,
}

impl RecipeError {
    /// An error at a place of a recipe's text.
    pub fn new(source: &Arc<Source>, span: Span, message: impl Into<String>) -> Self {
        let span = source.fit(span.range());
        let error = Self {
            message: message.into(),
            span,
            label: String::new(),
            help: String::new(),
            source: Arc::clone(source),
        };
        error.help("")
    }

    /// The same error with a few words beside the place.
    pub fn label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// The same error with its help. If another recipe uses the recipe with the error, the help also says where.
    pub fn help(self, help: impl Into<String>) -> Self {
        let help = [Some(help.into()), self.source.used_by.clone()].into_iter().flatten();
        let lines: Vec<String> = help.filter(|line| !line.is_empty()).collect();
        Self { help: lines.join("\n"), ..self }
    }

    /// The line of the place, counted from 1.
    pub fn line(&self) -> usize {
        self.source.line_column(self.span.start).0
    }

    /// The column of the place, counted from 1 in characters.
    pub fn column(&self) -> usize {
        self.source.line_column(self.span.start).1
    }
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.source.line_column(self.span.start);
        write!(f, "{}:{line}:{column}: {}", self.source.name, self.message)?;
        if !self.help.is_empty() {
            write!(f, "\n  help: {}", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for RecipeError {}
