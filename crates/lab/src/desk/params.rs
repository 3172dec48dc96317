//! Parameter files: TOML with `name = whole number` lines. A name with a dot may be
//! quoted or not: `"tempo.mid" = 44`, `tempo.mid = 44` and `mid = 44` under `[tempo]` are one.

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
    apply_table("", &table, &mut set)
}

fn apply_table(
    prefix: &str,
    table: &toml::Table,
    set: &mut impl FnMut(&str, i32) -> bool,
) -> Result<(), DeskError> {
    for (name, value) in table {
        let name = format!("{prefix}{name}");
        if let Some(inner) = value.as_table() {
            apply_table(&format!("{name}."), inner, set)?;
            continue;
        }
        let number = value.as_integer().and_then(|n| i32::try_from(n).ok());
        let known = number.is_some_and(|n| set(&name, n));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_dots_may_be_written_as_toml_reads_them() {
        for text in ["\"tempo.mid\" = 7", "tempo.mid = 7", "[tempo]\nmid = 7"] {
            let mut got = Vec::new();
            apply(text, |n, v| {
                got.push((n.to_string(), v));
                n == "tempo.mid"
            })
            .unwrap();
            assert_eq!(got, [("tempo.mid".to_string(), 7)], "{text}");
        }
        let e = apply("[tempo]\nend = 7", |n, _| n == "tempo.mid").unwrap_err().to_string();
        assert!(e.contains("tempo.end"), "{e}");
        let e = apply("tempo.mid = 7.5", |_, _| true).unwrap_err().to_string();
        assert!(e.contains("whole number"), "{e}");
    }
}
