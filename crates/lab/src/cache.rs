//! The folder in which exact tables are kept between runs: the one that the
//! environment variable `TOUCHSTONE_CACHE` names. Without it tables last as long as
//! the process.
//!
//! Nothing in it is trusted: a file that is torn, changed or of another make is as
//! good as none, and the table is made again. A folder that cannot be written costs
//! time, not results; it is told once.

use std::path::PathBuf;
use std::sync::Arc;
use touchstone_chess::general::Size;
use touchstone_chess::tables::Tables;

/// Files in a folder.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// The folder that the environment names, if it names one.
    pub fn from_env() -> Option<Folder> {
        std::env::var_os("TOUCHSTONE_CACHE").map(|f| Folder(f.into()))
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.0.join(name)).ok()
    }

    /// Written aside and moved into place, so that no reader sees half a file.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let aside = self.0.join(format!("{name}.{}.part", std::process::id()));
        std::fs::create_dir_all(&self.0)
            .and_then(|()| std::fs::write(&aside, bytes))
            .and_then(|()| std::fs::rename(&aside, self.0.join(name)))
            .map_err(|e| format!("cannot keep {name} in {}: {e}", self.0.display()))
    }
}

impl touchstone_banqi::tables::Shelf for Folder {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        self.read(name)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.write(name, bytes)
    }
}

const MAGIC: &[u8; 8] = b"TSPACK01";

/// Files in a folder, compressed: magic, BLAKE3 of the contents, the contents in zstd.
#[derive(Clone, Debug)]
pub struct Packed(pub Folder);

impl touchstone_chess::tables::Shelf for Packed {
    fn get(&self, name: &str) -> Option<Vec<u8>> {
        let file = self.0.read(name)?;
        let rest = file.strip_prefix(MAGIC)?;
        let (sum, packed) = rest.split_first_chunk::<{ blake3::OUT_LEN }>()?;
        let bytes = zstd::stream::decode_all(packed).ok()?;
        (blake3::hash(&bytes).as_bytes() == sum).then_some(bytes)
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let packed = zstd::bulk::compress(bytes, 3).map_err(|e| format!("zstd: {e}"))?;
        let file = [MAGIC, blake3::hash(bytes).as_bytes().as_slice(), &packed].concat();
        self.0.write(name, &file)
    }
}

/// Exact tables of chess endings for a board of that size, kept in the folder of the
/// environment if it names one.
pub fn chess_tables(size: Size) -> Tables {
    match Folder::from_env() {
        Some(folder) => Tables::with_shelf(size, Arc::new(Packed(folder))),
        None => Tables::new(size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use touchstone_chess::tables::{Material, Shelf};

    fn folder(name: &str) -> Folder {
        let dir = std::env::temp_dir().join(format!("touchstone-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        Folder(dir)
    }

    #[test]
    fn a_torn_or_changed_file_is_as_good_as_none() {
        let shelf = Packed(folder("pack"));
        let bytes: Vec<u8> = (0..5000u32).map(|i| (i / 7) as u8).collect();
        assert_eq!(shelf.get("t"), None);
        shelf.put("t", &bytes).unwrap();
        assert_eq!(shelf.get("t"), Some(bytes.clone()));
        let file = shelf.0.0.join("t");
        let whole = std::fs::read(&file).unwrap();
        assert!(whole.len() < bytes.len() / 2, "not compressed: {}", whole.len());
        for cut in [0, 7, 20, whole.len() / 2, whole.len() - 1] {
            std::fs::write(&file, &whole[..cut]).unwrap();
            assert_eq!(shelf.get("t"), None, "cut at {cut}");
        }
        for at in [0, 8, 39, 50, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&file, &changed).unwrap();
            assert!(shelf.get("t").is_none_or(|b| b == bytes), "changed at {at}");
        }
        std::fs::remove_dir_all(&shelf.0.0).unwrap();
    }

    #[test]
    fn chess_tables_are_found_again_and_wrong_ones_rebuilt() {
        let shelf = Packed(folder("chess"));
        let size = Size::new(5, 5).unwrap();
        let krk = Material::parse("KRK").unwrap();
        let fresh = || Tables::with_shelf(size, Arc::new(shelf.clone()));
        let made = fresh().require(&krk).unwrap().to_bytes();
        let name = "chess-KRK-5x5.table";
        assert_eq!(shelf.get(name), Some(made.clone()));
        // A whole file of another ending under this name.
        let other = shelf.get("chess-KK-5x5.table").unwrap();
        shelf.put(name, &other).unwrap();
        assert_eq!(fresh().require(&krk).unwrap().to_bytes(), made);
        assert_eq!(shelf.get(name), Some(made.clone()), "the wrong file was not replaced");
        // A file that is there is used: one with other values shows that it was read.
        let mut changed = made.clone();
        let last = changed.iter().rposition(|&b| b != 255).unwrap();
        changed[last] ^= 2;
        shelf.put(name, &changed).unwrap();
        assert_eq!(fresh().require(&krk).unwrap().to_bytes(), changed);
        std::fs::remove_dir_all(&shelf.0.0).unwrap();
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told_once() {
        let place = folder("closed");
        // A file stands where the folder should be.
        std::fs::write(&place.0, b"").unwrap();
        let size = Size::new(4, 4).unwrap();
        let mut tables = Tables::with_shelf(size, Arc::new(Packed(place.clone())));
        tables.require(&Material::parse("KQK").unwrap()).unwrap();
        let told = tables.take_trouble().unwrap();
        assert!(told.starts_with("cannot keep chess-"), "{told}");
        assert_eq!(tables.take_trouble(), None);
        std::fs::remove_file(&place.0).unwrap();
    }
}
