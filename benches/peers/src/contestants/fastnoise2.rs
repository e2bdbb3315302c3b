//! FastNoise2: a library in C++, so it takes part as a separate program, built from `fastnoise2.cpp`. The program is
//! started once, runs on the same core, and gets a line for every work to time.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use anyhow::{Context, Result};

use super::Contestant;
use crate::contest::Timed;
use crate::task::Task;

/// The program, and the pipes to and from it.
struct Program {
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Program {
    fn start(path: &Path, level: &str) -> Result<Self> {
        let mut command = Command::new(path);
        command.arg(level).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", path.display()))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().context("the program's output is a pipe")?;
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// Sends a line and reads the answer: a number (for "time" nanoseconds per sample), or a dash (`None`).
    fn ask(&mut self, verb: &str, task: &Task) -> Result<Option<f64>> {
        let questions = self.questions.as_mut().context("the program's input is a pipe")?;
        writeln!(questions, "{verb}\t{}\t{}", task.side, task.work.name)?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        match answer.trim() {
            "–" => Ok(None),
            figure => figure.parse().map(Some).with_context(|| format!("FastNoise2 answers {figure:?}")),
        }
    }
}

impl Drop for Program {
    /// Closes the program's input, which ends the program.
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.child.wait();
    }
}

struct There {
    program: Rc<RefCell<Program>>,
    task: Task,
}

impl Timed for There {
    fn time(&mut self, _out: &mut [f32]) -> Result<f64> {
        let answer = self.program.borrow_mut().ask("time", &self.task)?;
        answer.map(|nanoseconds| nanoseconds * 1e-9).context("FastNoise2 no longer knows a work")
    }
}

/// Starts the program at the SIMD level of this name.
pub(crate) fn contestant(path: &Path, level: &str) -> Result<Contestant> {
    let program = Rc::new(RefCell::new(Program::start(path, level)?));
    let prepare = move |task: &Task| {
        let known = program.borrow_mut().ask("know", task)?.is_some();
        let there = || There { program: Rc::clone(&program), task: task.clone() };
        Ok(known.then(|| Box::new(there()) as Box<dyn Timed>))
    };
    Ok(Contestant { name: "FastNoise2", prepare: Box::new(prepare) })
}
