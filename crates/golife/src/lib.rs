//! Life and death in Go: what is certain, what is exact, what is only believed.

pub mod benson;
pub mod commands;
pub mod connection;
pub mod exact;
pub mod eyes;
pub mod judge;
pub mod life;
mod mix;
pub mod museum;
pub mod patterns;
pub mod reading;
pub mod semeai;
pub mod unconditional;
