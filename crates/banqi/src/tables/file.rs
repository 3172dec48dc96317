//! Tables as files. A torn or foreign file is not trusted but made anew.

use super::class::{Class, name};
use crate::piece::Tile;

/// Where tables are kept between runs: a folder, lent by the caller.
pub trait Shelf: Send + Sync {
    /// The bytes of a file, `None` if there is none that can be read.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps a file.
    ///
    /// # Errors
    /// With a text for people if it cannot be written; nothing is lost by that.
    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String>;
}

const MAGIC: &[u8; 8] = b"TSBANQI2";
const SUM: usize = 32;

/// The file name of a class. Case tells the colours, so that black is spelt
/// with a leading underscore for file systems that ignore it: `GA_s`.
pub(super) fn file_name(tiles: &[Tile]) -> String {
    let letters = name(tiles);
    let red: String = letters.chars().filter(char::is_ascii_uppercase).collect();
    let black: String = letters.chars().filter(char::is_ascii_lowercase).collect();
    format!("banqi-{red}_{black}.table")
}

/// Layout: magic, number of pieces, their letters, longest distance, tail
/// (two bytes, low first), values, BLAKE3 of all before.
pub(super) fn pack(class: &Class) -> Vec<u8> {
    let mut out = Vec::with_capacity(class.values().len() + 64);
    out.extend_from_slice(MAGIC);
    out.push(class.tiles().len() as u8);
    out.extend_from_slice(name(class.tiles()).as_bytes());
    out.push(class.longest());
    out.extend_from_slice(&class.tail().to_le_bytes());
    out.extend(class.values().iter().map(|&v| v as u8));
    let sum = blake3::hash(&out);
    out.extend_from_slice(sum.as_bytes());
    out
}

/// The class from its file, if the file is whole and really of this class.
pub(super) fn fetch(shelf: &dyn Shelf, tiles: &[Tile]) -> Option<Class> {
    let bytes = shelf.get(&file_name(tiles))?;
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    if blake3::hash(body).as_bytes() != sum {
        return None;
    }
    let letters = name(tiles);
    let rest = body.strip_prefix(MAGIC)?;
    let rest = rest.strip_prefix(&[tiles.len() as u8])?;
    let rest = rest.strip_prefix(letters.as_bytes())?;
    let (&[longest, low, high], values) = rest.split_first_chunk::<3>()?;
    let values = values.iter().map(|&b| b as i8).collect();
    Class::from_parts(tiles.to_vec(), values, longest, u16::from_le_bytes([low, high]))
}
