//! Standard output. A closed pipe ends a command quietly.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{Read, Write};

/// Prints one line.
pub fn line(text: impl AsRef<str>) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", text.as_ref())?;
    Ok(())
}

/// Prints one JSON object as one line.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    line(serde_json::to_string(value)?)
}

/// Prints without a line end and shows it at once (prompts).
pub fn prompt(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}

/// Reads a file, or standard input where it is named `-`.
pub fn read(path: &str) -> Result<String, Failure> {
    if path == "-" {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text)?;
        return Ok(text);
    }
    std::fs::read_to_string(path).map_err(|e| Failure::bad(format!("{path}: {e}")))
}
