//! GTP commands of the analysis, one file a family.
//!
//! A new family: a file here with a `pub const FAMILY: touchstone_go::gtp::Family`,
//! and one line in [`install`].

pub mod connection;
pub mod eyes;
pub mod gogui;
pub mod owl;
pub mod reading;
pub mod semeai;
pub mod unconditional;

use touchstone_go::gtp::Session;

/// Adds all analysis commands to a session, and a judge that knows what is certain and what is seki.
pub fn install(session: &mut Session) {
    session.add_family(connection::FAMILY);
    session.add_family(reading::FAMILY);
    session.add_family(eyes::FAMILY);
    session.add_family(unconditional::FAMILY);
    session.add_family(owl::FAMILY);
    session.add_family(semeai::FAMILY);
    session.add_family(gogui::FAMILY);
    session.set_mind(Box::new(crate::judge::Judge::new(1)));
}
