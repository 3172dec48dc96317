//! Parameter files: TOML with `name = whole number` lines.

use super::DeskError;
use touchstone_kernel::TextError;

/// Reads a parameter file and hands every `(name, value)` to `set`, which says
/// whether there is such a parameter and the value is in its range.
///
/// # Errors
/// What is not TOML, not a whole number, unknown, or out of range, by name.
pub fn apply(text: &str, mut set: impl FnMut(&str, i32) -> bool) -> Result<(), DeskError> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| {
        TextError::new("parameter file", e.message(), "lines of the form name = whole number")
    })?;
    for (name, value) in &table {
        let number = value.as_integer().and_then(|n| i32::try_from(n).ok());
        let known = number.is_some_and(|n| set(name, n));
        if !known {
            return Err(TextError::new(
                format!("parameter {name}"),
                value.to_string(),
                "a known parameter with a whole number in its range",
            )
            .into());
        }
    }
    Ok(())
}

/// An option of an engine specification as a number in a range, `default` if absent.
///
/// # Errors
/// What is not a number in the range.
pub fn number(
    options: &std::collections::BTreeMap<String, String>,
    name: &str,
    range: std::ops::RangeInclusive<usize>,
    default: usize,
) -> Result<usize, DeskError> {
    let Some(text) = options.get(name) else { return Ok(default) };
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        TextError::new(
            format!("option {name}"),
            format!("{text:?}"),
            format!("{} to {}", range.start(), range.end()),
        )
        .into()
    })
}
