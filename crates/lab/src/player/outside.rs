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
    ready: Duration,
    farewell: &'static str,
}

/// How long a program may take to start and to get ready, where nothing is said of stalls.
const READY: Duration = Duration::from_secs(30);
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
            ready: contender.stall_ms.map_or(READY, Duration::from_millis),
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

    /// How long it may take to get ready.
    pub fn ready(&self) -> Duration {
        self.ready
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
            // A program that never falls silent must not outrun the deadline.
            let late = Instant::now() > deadline;
            match process.line(deadline)?.filter(|_| !late) {
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

    /// [`Outside::wait`] for the greeting, where a program that talks and never says what is
    /// waited for talks garbage.
    pub fn greet(
        &mut self,
        what: &str,
        mut found: impl FnMut(&str) -> Option<()>,
    ) -> Result<(), Fault> {
        let mut heard = None;
        let greeted = self.wait(self.ready, what, |line| {
            let hit = found(line);
            if hit.is_none() && heard.is_none() {
                heard = Some(line.chars().take(60).collect::<String>());
            }
            hit
        });
        greeted.map_err(|fault| match heard {
            Some(line) if fault.kind == FaultKind::Stall => {
                Fault::new(FaultKind::Garbage, format!("{}; it began with {line:?}", fault.detail))
            }
            _ => fault,
        })
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
