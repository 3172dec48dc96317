//! Messages of engine protocols: text to types and back.
//!
//! Architecture invariant: this crate starts no process, opens no socket and
//! knows no rules; of this workspace it depends on the kernel's limits and errors alone.

pub mod uci_server;
