//! Requests that are refused.

use std::fmt;

use orogen_files::Problem;

/// Why a request is refused: the status of HTTP, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    problem: Problem,
    status: u16,
}

impl Refusal {
    pub(crate) fn of(problem: Problem, status: u16) -> Self {
        Self { problem, status }
    }

    pub(crate) fn bad_request(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::of(Problem::new(message, help), 400)
    }

    pub(crate) fn not_found(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::of(Problem::new(message, help), 404)
    }

    /// The status of HTTP.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// What is wrong, and what to do.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.problem.message, self.problem.help)
    }
}

impl std::error::Error for Refusal {}
