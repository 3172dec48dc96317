//! How a command ends when it does not end well.

use std::process::ExitCode;
use touchstone_kernel::TextError;
use touchstone_lab::desk::DeskError;

/// Why a command did not end with 0.
#[derive(Debug)]
pub enum Failure {
    /// Exit code 2: bad usage or bad input, with one clear message.
    Bad(String),
    /// Exit code 1: a check that was asked for found something, which has
    /// already been printed.
    Found,
    /// The reader of standard output has gone; nothing is left to do.
    PipeClosed,
}

impl Failure {
    /// Bad input.
    pub fn bad(message: impl Into<String>) -> Failure {
        Failure::Bad(message.into())
    }

    /// Prints the message and gives the exit code.
    #[allow(clippy::print_stderr, reason = "the one place that reports errors to people")]
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Bad(message) => {
                eprintln!("touchstone: {message}");
                ExitCode::from(2)
            }
            Failure::Found => ExitCode::from(1),
            Failure::PipeClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<DeskError> for Failure {
    fn from(e: DeskError) -> Self {
        Failure::Bad(e.to_string())
    }
}

impl From<TextError> for Failure {
    fn from(e: TextError) -> Self {
        Failure::Bad(e.to_string())
    }
}

impl From<std::io::Error> for Failure {
    fn from(e: std::io::Error) -> Self {
        if e.kind() == std::io::ErrorKind::BrokenPipe {
            Failure::PipeClosed
        } else {
            Failure::Bad(e.to_string())
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(e: serde_json::Error) -> Self {
        Failure::Bad(e.to_string())
    }
}
