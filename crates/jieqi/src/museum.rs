//! Museum pieces: faults of public engines, switched on on purpose, beside
//! the sound arm. Each function computes what it shows.

use crate::arms::{ARMS, ArmEngine};
use crate::board::View;
use crate::eval::{Eval, Weights};
use crate::fen;
use crate::game::setup_of;
use crate::notation;
use crate::rules::Rules;
use touchstone_kernel::{Evaluator, Limits};
use touchstone_search::{Engine, Request};

/// The trap of the fact sheet: `b2d2` loses, and looked winning to an engine
/// that averaged bounds.
pub const TRAP: &str =
    "x2k1xxA1/9/px2c4/x1x1C1B2/7c1/2P3n2/9/1X2N3P/4Ab3/XXX1KX3 w R2A0C0P2N0B1r0a2c0p2n1b1 3 14";

/// What a piece shows.
#[derive(Clone, Debug)]
pub struct Show {
    /// The position text.
    pub position: String,
    /// What the faulty arm says.
    pub faulty: String,
    /// What the sound arm says.
    pub sound: String,
    /// The check, with its numbers for the faulty arm.
    pub check: String,
    /// Whether the check caught the faulty arm.
    pub caught: bool,
    /// Whether the sound arm passes the check.
    pub sound_passes: bool,
}

fn view(text: &str) -> Option<View> {
    fen::parse(text).ok().map(|f| f.view)
}

/// An arm's percentage for the side to move, with one move alone or all.
fn rated(arm: &str, v: &View, only: Option<&str>, limits: Limits) -> Option<(String, f64)> {
    let arm = ARMS.into_iter().find(|a| a.name == arm)?;
    // Weights that no later fit changes, so that the piece stays what it is.
    let mut engine = ArmEngine::with_weights(arm, Weights::guess());
    let mut request = Request::new(limits);
    if let Some(text) = only {
        request.only.push(notation::split(text).ok()?.0);
    }
    // The depth decides, not the nodes.
    request.limits.nodes = Some(5_000_000);
    let a = engine.analyse(&setup_of(v.clone(), 0, 0, Rules::MISTBOARD), &request);
    a.best().map(|m| (m.mv.text(), m.value.number().percent()))
}

/// Bounds averaged as if they were values: the arm's claim for a reveal lies
/// outside what the outcomes, each searched on its own to the same depth, give.
pub fn bounds_as_exact() -> Option<Show> {
    // Chosen by scanning small random positions for one where it shows.
    let text = BOUND_POSITION;
    let v = view(text)?;
    let limits = Limits::depth(BOUND_DEPTH);
    let faulty = rated("bounds", &v, None, limits)?;
    let sound = rated("star1", &v, None, limits)?;
    let exact = rated("naive", &v, None, limits)?;
    let gap = |x: f64| (x - exact.1).abs();
    Some(Show {
        position: text.into(),
        faulty: format!("{} {:.1} %", faulty.0, faulty.1),
        sound: format!("{} {:.1} %", sound.0, sound.1),
        check: format!(
            "an average of values found with open windows gives {:.1} %; bounds gave {:.1} %",
            exact.1, faulty.1
        ),
        caught: gap(faulty.1) > 1.0,
        sound_passes: gap(sound.1) < 0.01,
    })
}

/// The sign of Red for both colours in the rule for wide spreads: a position
/// and its mirror image are rated differently.
pub fn colour_flip() -> Option<Show> {
    // The position is Black's; its mirror image is Red's.
    let black = view(FLIP_POSITION)?;
    let red = black.flipped();
    let limits = Limits::depth(2);
    let both = |arm: &str| -> Option<(f64, f64)> {
        Some((rated(arm, &red, None, limits)?.1, rated(arm, &black, None, limits)?.1))
    };
    let (faulty, sound) = (both("units-flip")?, both("star1")?);
    Some(Show {
        position: FLIP_POSITION.into(),
        faulty: format!("as Red {:.1} %, mirrored as Black {:.1} %", faulty.0, faulty.1),
        sound: format!("as Red {:.1} %, mirrored as Black {:.1} %", sound.0, sound.1),
        check: "a position and its mirror image have the same value for the mover".into(),
        caught: (faulty.0 - faulty.1).abs() > 1.0,
        sound_passes: (sound.0 - sound.1).abs() < 0.01,
    })
}

/// The dark pieces of one side never count.
pub fn one_sided_dark() -> Option<Show> {
    let text = "4k4/9/9/9/9/9/X1X1X1X1X/1X7/9/XXXX1K3 w R2A2C2P3N1B0 0 1";
    let red = view(text)?;
    let black = red.flipped();
    let percent = |e: &Eval, v: &View| e.score(v, &e.start(v)).percent();
    let sound = Eval::new(Weights::standard());
    let faulty = sound.clone().with_one_sided_dark();
    let (f, s) = (
        (percent(&faulty, &red), percent(&faulty, &black)),
        (percent(&sound, &red), percent(&sound, &black)),
    );
    Some(Show {
        position: text.into(),
        faulty: format!("as Red {:.1} %, mirrored as Black {:.1} %", f.0, f.1),
        sound: format!("as Red {:.1} %, mirrored as Black {:.1} %", s.0, s.1),
        check: "a position and its mirror image have the same static value".into(),
        caught: (f.0 - f.1).abs() > 1.0,
        sound_passes: (s.0 - s.1).abs() < 0.01,
    })
}

/// Where averaging bounds misleads; see the test that scans for such positions.
pub const BOUND_POSITION: &str =
    "1xP6/2pn1k3/9/9/9/9/9/3K3X1/6p2/2X4c1 w R1A0C0P1N0B0r2a0c0p0n0b0 0 1";
/// The depth at which it shows.
pub const BOUND_DEPTH: u32 = 2;
/// A reveal that one identity of many makes a winner.
pub const FLIP_POSITION: &str = "4k4/9/1x7/7R1/9/9/9/9/9/1R3K3 b r1a2p5b2n1 0 1";
