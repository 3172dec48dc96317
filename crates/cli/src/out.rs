//! Standard output and input. A closed pipe ends a command quietly.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{BufRead, Read, Write};

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

/// The lines of standard input. Bytes that are not UTF-8 become replacement characters: a
/// session answers a bad line and goes on.
pub fn lines() -> impl Iterator<Item = std::io::Result<String>> {
    std::io::stdin().lock().split(b'\n').map(|line| {
        let mut text = String::from_utf8_lossy(&line?).into_owned();
        if text.ends_with('\r') {
            text.pop();
        }
        Ok(text)
    })
}

/// The bytes of a file.
pub fn bytes(path: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| Failure::bad(format!("{path}: {e}")))
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
