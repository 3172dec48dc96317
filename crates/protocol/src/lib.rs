//! Messages of engine protocols: text to types and back.
//!
//! Architecture invariant: this crate starts no process, opens no socket and
//! knows no rules; it depends on no other crate of this workspace.
