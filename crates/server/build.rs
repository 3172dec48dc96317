//! Puts the built page (`web/dist`) into the binary. Where it was not built, a
//! page that says how to build it takes its place, so that a plain
//! `cargo test` needs no Node.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let dist = root.join("../../web/dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        collect(&dist, &dist, &mut files)?;
    }
    files.sort();
    let built = !files.is_empty();
    let mut out = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    if built {
        for (name, path) in &files {
            println!("cargo:rerun-if-changed={}", path.display());
            let _ =
                writeln!(out, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
        }
    } else {
        let missing = root.join("missing-page.html");
        let _ = writeln!(
            out,
            "    (\"index.html\", include_bytes!({:?})),",
            missing.display().to_string()
        );
    }
    let _ = writeln!(out, "];\n/// Whether the page was built.\npub const BUILT: bool = {built};");
    let target = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?).join("page.rs");
    fs::write(target, out)
}

fn collect(base: &Path, dir: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(base, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(base) {
            let name = name.to_string_lossy().replace('\\', "/");
            files.push((name, fs::canonicalize(&path)?));
        }
    }
    Ok(())
}
