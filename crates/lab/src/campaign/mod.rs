//! Runs that are declared in files.

mod runfile;

pub use runfile::parse_run_file;

#[cfg(test)]
mod tests;
