//! A run's report: one HTML file that opens without a network, and the same
//! as JSON.

mod data;
mod html;
mod svg;

pub use data::{ReportJson, Series, gather};
pub use html::html;
