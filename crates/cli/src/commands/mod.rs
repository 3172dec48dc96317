//! One file a command.

pub mod advice;
pub mod analyse;
pub mod bench;
pub mod check;
pub mod demo;
pub mod eval;
pub mod lab;
pub mod lab_fleet;
pub mod lab_plan;
pub mod lab_run;
pub mod lab_stats;
pub mod match_;
pub mod museum;
pub mod perft;
pub mod play;
pub mod record;
pub mod serve;
pub mod solve;
pub mod uci;
