//! Tables as bytes: a head line that names material and board, then the values. What
//! keeps them in files compresses them and adds a checksum.

use std::fmt;

use super::build::Table;
use super::index::Index;
use super::material::Material;
use crate::general::Size;

/// Why bytes are no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table bytes: {}", self.0)
    }
}

impl std::error::Error for StoreError {}

/// Where tables are kept between runs, lent by the caller. It gives back exactly the
/// bytes that were put, or nothing: compression and checksums are its matter.
pub trait Shelf: Send + Sync + fmt::Debug {
    /// The bytes kept under that name, `None` if there are none that are whole.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps bytes under a name.
    ///
    /// # Errors
    /// With a text for people if it cannot be written; nothing is lost by that.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String>;
}

const HEAD: &str = "touchstone-table 1";

impl Table {
    /// The table as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = format!("{HEAD} {} {}\n", self.material, self.index.size()).into_bytes();
        for values in &self.values {
            bytes.extend_from_slice(values);
        }
        bytes
    }

    /// The table of such bytes.
    ///
    /// # Errors
    /// If the head is another one or the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Table, StoreError> {
        let wrong = |what: &str| StoreError(what.to_string());
        let end = bytes.iter().take(60).position(|&b| b == b'\n');
        let end = end.ok_or_else(|| wrong("no head line"))?;
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| wrong("no head line"))?;
        let rest = head
            .strip_prefix(HEAD)
            .ok_or_else(|| StoreError(format!("found '{head}', expected '{HEAD} ...'")))?;
        let mut words = rest.split_whitespace();
        let material = words.next().and_then(Material::parse);
        let material = material.ok_or_else(|| wrong("expected a material such as KRK"))?;
        let size = words
            .next()
            .and_then(|w| w.split_once('x'))
            .and_then(|(f, r)| Size::new(f.parse().ok()?, r.parse().ok()?));
        let size = size.ok_or_else(|| wrong("expected a board such as 8x8"))?;
        if material.canonical().1 {
            return Err(wrong("expected the heavier side first"));
        }
        let index = Index::new(&material, size);
        let values = &bytes[end + 1..];
        if values.len() != 2 * index.len() {
            return Err(StoreError(format!(
                "found {} values, expected {}",
                values.len(),
                2 * index.len()
            )));
        }
        let (white, black) = values.split_at(index.len());
        Ok(Table { material, index, values: [white.to_vec(), black.to_vec()] })
    }
}
