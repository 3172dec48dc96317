//! What all players in other processes share: start, wait, restart.

use super::{Fault, FaultKind};
use crate::contender::Contender;
use crate::process::{Launch, Process};
use std::time::{Duration, Instant};

/// A program that is started when it is needed and dropped when it errs, so
/// that the next game meets a fresh one.
pub struct Outside {
    launch: Launch,
    process: Option<Process>,
    patience: Duration,
    farewell: &'static str,
}

/// How long a program may take to start and to get ready.
pub const READY: Duration = Duration::from_secs(30);
/// How long a program may take to end by itself.
const END: Duration = Duration::from_millis(300);

impl Outside {
    /// The program of `contender`; not started yet. `farewell` asks it to end.
    pub fn new(contender: &Contender, farewell: &'static str) -> Outside {
        Outside {
            launch: Launch {
                path: contender.path.clone().unwrap_or_default(),
                args: contender.args.clone(),
                cwd: contender.cwd.clone(),
            },
            process: None,
            patience: Duration::from_millis(contender.stalled_after_ms()),
            farewell,
        }
    }

    /// Whether a process runs.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// How long it may think in silence.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Starts the program.
    pub fn start(&mut self) -> Result<(), Fault> {
        self.process = Some(Process::start(&self.launch)?);
        Ok(())
    }

    fn missing() -> Fault {
        Fault::new(FaultKind::Crash, "the program does not run")
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let patience = self.patience;
        let process = self.process.as_mut().ok_or_else(Self::missing)?;
        process.send(line, patience).inspect_err(|_| self.process = None)
    }

    /// Reads lines until `found` makes something of one. Silence beyond
    /// `patience` is a stall. After a fault the process is gone.
    pub fn wait<T>(
        &mut self,
        patience: Duration,
        what: &str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        let mut process = self.process.take().ok_or_else(Self::missing)?;
        loop {
            match process.line(deadline)? {
                Some(line) => {
                    if let Some(t) = found(&line) {
                        self.process = Some(process);
                        return Ok(t);
                    }
                }
                None => {
                    let text = format!("no {what} within {} ms", patience.as_millis());
                    return Err(Fault::new(FaultKind::Stall, process.told(text)));
                }
            }
        }
    }

    /// Drops the process after something that it should not have said.
    pub fn garbage(&mut self, detail: String) -> Fault {
        let detail = match self.process.take() {
            Some(p) => p.told(detail),
            None => detail,
        };
        Fault::new(FaultKind::Garbage, detail)
    }
}

impl Drop for Outside {
    fn drop(&mut self) {
        if let Some(p) = self.process.take() {
            p.end(Some(self.farewell), END);
        }
    }
}
