//! The faults that Banqi's engines have had, each with a faulty arm, the check
//! that catches it and the sound arm. Everything is computed when asked.

use crate::board::{Board, Move};
use crate::engine::{Parameters, builtin};
use crate::eval::{Eval, Params, Worth};
use crate::game::{Banqi, advance, setup_at};
use crate::order::{Order, SearchParams};
use crate::position::Mark;
use crate::rules::Rules;
use touchstone_kernel::{
    Evaluator, Game, Limits, Line, List, LuckKey, Position, Score, Seat, Setup, Side, TextError,
    Truth, Value, VerdictResult,
};
use touchstone_search::oracle::{self, Leaves};
use touchstone_search::{AlphaBeta, Engine, Fault, Request, Settings};

/// What one arm says.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// What kind of arm it is.
    pub what: String,
    /// Its number.
    pub number: String,
    /// The reasoning behind it, a line each.
    pub detail: Vec<String>,
}

/// A piece, run.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The position text, empty where the piece needs none.
    pub position: String,
    /// The faulty arm.
    pub faulty: Arm,
    /// The check by name.
    pub check: String,
    /// Whether it caught the faulty arm.
    pub caught: bool,
    /// Whether the sound arm passes it.
    pub sound_passes: bool,
    /// What it says of the faulty arm.
    pub says: String,
    /// The sound arm.
    pub sound: Arm,
}

fn arm(what: &str, number: String, detail: Vec<String>) -> Arm {
    Arm { what: what.into(), number, detail }
}

fn percent(s: Score) -> String {
    format!("{:.3} %", s.percent())
}

fn order() -> Order {
    Order::new(Eval::new(Params::STANDARD), SearchParams::STANDARD)
}

/// The oracle's leaves: the evaluation, no quiescence.
struct Plain(Eval);

impl Leaves<Board> for Plain {
    fn score(&self, p: &Board) -> Score {
        self.0.score(p, &self.0.start(p))
    }
    fn noisy(&self, _: &Board, _: &Line<Board>, _: &mut List<Move>) {}
}

/// A bound that came back from an outcome is averaged as if it were its value.
///
/// # Errors
/// None that a sound build can give.
pub fn bound_as_exact() -> Result<Shown, TextError> {
    // The first position of a stream of random ones on which it shows.
    for pair in 0..60 {
        let setup = wandered(pair, 26)?;
        let shown = bound_as_exact_at(&setup)?;
        if shown.caught || !shown.sound_passes {
            return Ok(shown);
        }
    }
    bound_as_exact_at(&Banqi::start(Rules::default()))
}

/// A position some random plies into a game.
fn wandered(pair: u64, plies: u32) -> Result<Setup<Board>, TextError> {
    let mut s = Banqi::start(Rules::default());
    let key = LuckKey { run: "museum walk".into(), pair };
    let (mut world, _) = Banqi::deal(&s, &key);
    let mut luck = key.stream("moves", 0);
    for _ in 0..plies {
        let Some(board) = s.decision().copied() else { break };
        if board.verdict(&s.line).is_some() {
            break;
        }
        let moves = touchstone_kernel::legal_moves(&board, &s.line);
        let m = moves[luck.index(moves.len())];
        let event = world.play(m)[0].event;
        advance(&mut s, m, event)?;
    }
    Ok(s)
}

fn bound_as_exact_at(setup: &Setup<Board>) -> Result<Shown, TextError> {
    let board = *setup.decision().ok_or_else(|| TextError::new("museum", "chance", "decision"))?;
    let text = Banqi::print_position(setup);
    let depth = 2;
    let eval = Plain(Eval::default());
    let judge = |fault: Option<Fault>| {
        let settings = Settings { fault, quiescence: false, ..Settings::verification(1 << 18) };
        let mut engine = AlphaBeta::new("museum", order(), settings);
        let found = engine.analyse(setup, &Request::new(Limits::depth(depth)));
        let mut line = setup.line.clone();
        let mut wrong = Vec::new();
        let mut claims = Vec::new();
        for m in &found.moves {
            let true_value = oracle::after_value(&eval, &board, &mut line, m.mv, depth - 1).step();
            let holds = match m.value {
                Value::Exact(s) => s == true_value,
                Value::AtLeast(s) => true_value >= s,
                Value::AtMost(s) => true_value <= s,
            };
            let name = Banqi::print_move(&board, m.mv);
            let claim = format!(
                "{name}: {} {}, brute force {}",
                m.value.kind(),
                percent(m.value.number()),
                percent(true_value)
            );
            if !holds {
                wrong.push(claim.clone());
            }
            claims.push(claim);
        }
        (claims, wrong)
    };
    let (bad_claims, bad_wrong) = judge(Some(Fault::BoundAsExact));
    let (good_claims, good_wrong) = judge(None);
    Ok(Shown {
        position: text,
        faulty: arm(
            "averages bounds",
            bad_claims.first().cloned().unwrap_or_default(),
            bad_wrong.clone(),
        ),
        check: "brute-force expectimax of the same depth".into(),
        caught: !bad_wrong.is_empty(),
        sound_passes: good_wrong.is_empty(),
        says: format!("{} of {} claims are wrong", bad_wrong.len(), bad_claims.len()),
        sound: arm(
            "averages intervals",
            good_claims.first().cloned().unwrap_or_default(),
            vec![format!("all {} claims hold", good_claims.len())],
        ),
    })
}

/// The evaluation is negated for one colour only.
///
/// # Errors
/// None that a sound build can give.
pub fn flipped_for_one_colour() -> Result<Shown, TextError> {
    let text = "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29";
    let setup = Banqi::parse_position(text, Rules::default())?;
    let board = *setup.decision().ok_or_else(|| TextError::new("museum", "chance", "decision"))?;
    let eval = Eval::default();
    let sound = |b: &Board| eval.score(b, &eval.start(b));
    let faulty = |b: &Board| {
        let s = sound(b);
        if b.side() == Some(Side::Two) { -s } else { s }
    };
    let other = board.colour_flipped();
    let says = format!(
        "the same position with the colours exchanged: {} and {}",
        percent(faulty(&board)),
        percent(faulty(&other))
    );
    Ok(Shown {
        position: text.into(),
        faulty: arm("negates black's scores", percent(faulty(&other)), vec![says.clone()]),
        check: "colour flip leaves the mover's value unchanged".into(),
        caught: faulty(&board) != faulty(&other),
        sound_passes: sound(&board) == sound(&other),
        says,
        sound: arm("one code for both colours", percent(sound(&other)), Vec::new()),
    })
}

/// A search from the position text alone does not know what has stood before.
///
/// # Errors
/// If the stored line does not replay.
pub fn repetition_without_history() -> Result<Shown, TextError> {
    // Ten against two: the general and its prey have shuttled twice already.
    let text = "A2XXA1X/1X2aHGS/1R3eC1/S1E4S r S1a1c1s1 0 29";
    let shuttle = ["g2g1", "f2f1", "g1g2", "f1f2", "g2g1", "f2f1"];
    let mut setup = Banqi::parse_position(text, Rules::default())?;
    for text in shuttle {
        let board =
            *setup.decision().ok_or_else(|| TextError::new("museum", "chance", "decision"))?;
        let (m, tile) = Banqi::parse_move(&board, &setup.line, text)?;
        advance(&mut setup, m, tile)?;
    }
    let board = *setup.decision().ok_or_else(|| TextError::new("museum", "chance", "decision"))?;
    let (back, _) = Banqi::parse_move(&board, &setup.line, "g1g2")?;
    let alone = setup_at(setup.line.rules(), board, Mark::loaded(setup.line.last().mark.clock, 0));
    let judge = |s: &Setup<Board>| {
        let mut engine = AlphaBeta::new("museum", order(), Settings::verification(1 << 18));
        let request = Request { only: vec![back], ..Request::new(Limits::depth(2)) };
        engine.analyse(s, &request).best().map_or(Score::DRAW, |m| m.value.number())
    };
    let (without, with) = (judge(&alone), judge(&setup));
    // What the rules say: after the reply the position stands for the third time.
    let mut line = setup.clone();
    advance(&mut line, back, None)?;
    let there = *line.decision().ok_or_else(|| TextError::new("museum", "chance", "decision"))?;
    let (reply, _) = Banqi::parse_move(&there, &line.line, "f1f2")?;
    advance(&mut line, reply, None)?;
    let end = line.decision().and_then(|b| b.verdict(&line.line));
    let drawn = end.is_some_and(|v| v.reason == "repetition");
    Ok(Shown {
        position: text.into(),
        faulty: arm(
            "searches from the position text",
            format!("g1g2 is worth {}", percent(without)),
            vec![format!("before it: {}", shuttle.join(" "))],
        ),
        check: "the referee's verdict after g1g2 f1f2".into(),
        caught: drawn && without > Score::DRAW,
        sound_passes: drawn && with <= Score::DRAW,
        says: "drawn by repetition: the position stands for the third time".into(),
        sound: arm(
            "searches with the history of the game",
            format!("g1g2 is worth {}", percent(with)),
            Vec::new(),
        ),
    })
}

/// A value table that puts the cannon below the chariot.
///
/// # Errors
/// None that a sound build can give.
pub fn cannon_below_chariot() -> Result<Shown, TextError> {
    const PAIRS: u64 = 30;
    const NODES: u64 = 400;
    let mut faulty = Parameters::STANDARD;
    let eval = Eval::default();
    let start = Board::start(&Rules::default());
    let worth = eval.start(&start);
    let of = |w: &Worth, letter| crate::piece::Tile::from_letter(letter).map_or(0, |t| w.of(t));
    let (chariot, cannon) = (of(&worth, 'R'), of(&worth, 'C'));
    faulty.set("cannon.mid", chariot / 2);
    faulty.set("cannon.end", chariot / 2);
    faulty.set("extra.cannon", 0);
    let (wins, draws, losses) = paired(&Parameters::STANDARD, &faulty, PAIRS, NODES)?;
    let games = wins + draws + losses;
    let score = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games.max(1));
    let says = format!(
        "{PAIRS} paired deals at {NODES} nodes a move: the sound table wins {wins}, draws {draws}, loses {losses}"
    );
    Ok(Shown {
        position: String::new(),
        faulty: arm(
            "its table puts the cannon below the chariot",
            format!("cannon {}, chariot {chariot} (units)", chariot / 2),
            vec!["it gives its cannons away for chariots".into()],
        ),
        check: "paired match against the same engine with the sound table".into(),
        caught: score > 0.55,
        sound_passes: score > 0.5,
        says,
        sound: arm(
            "worth by what can still take a piece",
            format!("cannon {cannon}, chariot {chariot} (units)"),
            vec![
                "nothing but a jump or a higher neighbour takes a cannon, and it takes all".into(),
            ],
        ),
    })
}

/// Wins, draws and losses of `a` against `b`, the same deals for both seats.
fn paired(
    a: &Parameters,
    b: &Parameters,
    pairs: u64,
    nodes: u64,
) -> Result<(u32, u32, u32), TextError> {
    let (mut a, mut b) = (builtin(a), builtin(b));
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for pair in 0..pairs {
        for seat in Seat::BOTH {
            let mut s = Banqi::start(Rules::default());
            let key = LuckKey { run: "museum".into(), pair };
            let (mut world, _) = Banqi::deal(&s, &key);
            a.new_game();
            b.new_game();
            while let Some(board) = s.decision().copied() {
                if let Some(v) = board.verdict(&s.line) {
                    match v.result {
                        VerdictResult::Draw => draws += 1,
                        VerdictResult::Win(w) if w == seat => wins += 1,
                        VerdictResult::Win(_) => losses += 1,
                    }
                    break;
                }
                let request = Request::for_play(Limits::nodes(nodes));
                let found = if board.seat() == seat {
                    a.analyse(&s, &request)
                } else {
                    b.analyse(&s, &request)
                };
                let Some(best) = found.best() else { break };
                let event = world.play(best.mv)[0].event;
                advance(&mut s, best.mv, event)?;
            }
        }
    }
    Ok((wins, draws, losses))
}
