//! Messages of engine protocols: text to types and back.
//!
//! * [`uci_server`], [`uci_client`]: UCI from both sides, with our games' dialects,
//! * [`gtp`]: GTP version 2 as a controller speaks it,
//! * [`cdc`]: the Banqi tournament protocol,
//! * [`json_lines`]: our analysis requests and answers.
//!
//! Architecture invariant: this crate starts no process, opens no socket and
//! knows no rules; of this workspace it depends on the kernel's limits and errors alone.

pub mod cdc;
pub mod gtp;
pub mod json_lines;
pub mod uci_client;
pub mod uci_server;
