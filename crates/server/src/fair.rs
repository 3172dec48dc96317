//! Fair luck: commit, contribute, play, reveal.
//!
//! Before a game the server draws 32 random bytes (the secret) and shows their
//! SHA-256. Then the browser adds a text of its own. Secret and text together
//! name the run whose streams deal the tiles and roll the dice
//! ([`touchstone_kernel::LuckKey`]). The secret is shown when the game is over,
//! and the page checks all of it (docs/board-fair-luck.md).

use sha2::{Digest, Sha256};

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut s, b| {
        let _ = write!(s, "{b:02x}");
        s
    })
}

/// `n` random bytes from the operating system, as hexadecimal digits.
pub fn random_hex<const N: usize>() -> Result<String, getrandom::Error> {
    let mut bytes = [0u8; N];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// SHA-256 of the bytes that `secret` names in hexadecimal digits. A text that
/// is no hexadecimal is hashed as it stands.
pub fn commit(secret: &str) -> String {
    let bytes: Option<Vec<u8>> = (0..secret.len())
        .step_by(2)
        .map(|i| secret.get(i..i + 2).and_then(|d| u8::from_str_radix(d, 16).ok()))
        .collect();
    hex(&Sha256::digest(bytes.as_deref().unwrap_or(secret.as_bytes())))
}

/// SHA-256 of a text.
pub fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The name of the run. A secret has 64 digits always, so two pairs cannot run together.
pub fn run_name(secret: &str, contribution: &str) -> String {
    format!("{secret}:{contribution}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn commits_to_the_bytes_not_to_their_digits() {
        // Vector of the dice chess fact sheet: key bytes 00..1f.
        let secret: String = (0..32).map(|b| format!("{b:02x}")).collect();
        assert_eq!(
            super::commit(&secret),
            "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        );
        assert_ne!(super::random_hex::<32>().unwrap(), super::random_hex::<32>().unwrap());
    }
}
