//! `touchstone museum`: the faults that this project exists to prevent.

use crate::failure::Failure;
use crate::out;
use touchstone_lab::museum::{self, Arm, Exhibit};

/// The faults that this project exists to prevent: the faulty arm, the check
/// that catches it, the sound arm.
///
/// Example: touchstone museum bound-as-exact
#[derive(clap::Args)]
pub struct Args {
    /// One piece; all of them if absent.
    name: Option<String>,
    /// Only name the pieces.
    #[arg(long)]
    list: bool,
    /// One JSON object a piece.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let pieces = match &args.name {
        Some(name) => vec![museum::piece(name)?],
        None => museum::pieces(),
    };
    let mut missed = false;
    for piece in pieces {
        if args.list {
            out::line(format!("{:<26} {:<10} {}", piece.name, piece.game, piece.title))?;
            continue;
        }
        let shown = piece.show()?;
        missed |= !shown.check.caught || !shown.check.sound_passes;
        if args.json {
            out::json(&shown)?;
        } else {
            print(&shown)?;
        }
    }
    if missed { Err(Failure::Found) } else { Ok(()) }
}

fn print(e: &Exhibit) -> Result<(), Failure> {
    out::line(format!("{} ({})", e.title, e.name))?;
    out::line(format!("  {}", e.story))?;
    if !e.position.is_empty() {
        out::line(format!("  position: {} {}", e.game, e.position))?;
    }
    arm("faulty", &e.faulty)?;
    let verdict = if e.check.caught { "catches it" } else { "MISSES IT" };
    out::line(format!("  check    {} {verdict}: {}", e.check.check, e.check.says))?;
    arm("sound", &e.sound)?;
    out::line("")
}

fn arm(title: &str, arm: &Arm) -> Result<(), Failure> {
    out::line(format!("  {title:<8} {}: {}", arm.what, arm.number))?;
    for row in &arm.detail {
        out::line(format!("             {row}"))?;
    }
    Ok(())
}
