//! The referee's and the statistician's pieces.

use super::{Arm, Catch, Piece, Shown};
use crate::desk::{self, Ask, DeskError, EngineSpec};
use crate::stats::confseq::Betting;
use crate::stats::dist;
use touchstone_kernel::{Limits, LuckKey, Rng};

/// The pieces.
pub const PIECES: &[Piece] = &[
    Piece {
        name: "hidden-pieces-leaked",
        game: "jieqi",
        title: "An engine that knows what lies face-down",
        story: "A framework hands every bot the whole state. Where nothing is hidden that is \
                harmless; in Jieqi the bot plays by pieces that nobody has seen, and its score \
                says nothing of its play.",
        run: leak,
    },
    Piece {
        name: "peeking",
        game: "all",
        title: "A match that is stopped when it looks good",
        story: "Two equal engines play, and after every 50 games somebody looks whether the 95 % \
                interval leaves 50 %. About a third of such matches ends with a winner.",
        run: peeking,
    },
];

/// The same knowledge, two worlds: whoever answers differently knows too much.
fn leak() -> Result<Shown, DeskError> {
    let game = desk::game("jieqi")?;
    let world = |pair| game.deal("start", "", &LuckKey { run: "museum".into(), pair });
    let worlds = [world(1)?, world(2)?];
    let mut engine = game.engine(&EngineSpec::default())?;
    let (mut sound, mut faulty, mut deals) = (Vec::new(), Vec::new(), Vec::new());
    for w in &worlds {
        let view = w.view(w.seat());
        engine.new_game();
        sound.push(engine.choose(view, &Ask::for_play(Limits::nodes(2000)))?.mv);
        // The faulty arm reads the deal: it takes the move that its letters name.
        let legal = view.legal();
        let deal = w.deal_text();
        let sum: usize = deal.bytes().zip(1..).map(|(b, k)| usize::from(b) * k).sum();
        faulty.push(legal[sum % legal.len().max(1)].clone());
        deals.push(deal);
    }
    let view = worlds[0].view(worlds[0].seat());
    let detail = |moves: &[String]| {
        moves.iter().zip(&deals).map(|(m, d)| format!("world {d}: plays {m}")).collect::<Vec<_>>()
    };
    Ok(Shown {
        position: view.position_text(),
        faulty: Arm::new("is given the referee's state", faulty.join(" / "), detail(&faulty)),
        check: Catch {
            check: "two worlds: equal observation, equal answer".into(),
            caught: faulty[0] != faulty[1] && deals[0] != deals[1],
            sound_passes: sound[0] == sound[1],
            says: format!("it plays {} in one world and {} in the other", faulty[0], faulty[1]),
        },
        sound: Arm::new("is given its view", sound.join(" / "), detail(&sound)),
    })
}

/// False alarms of looking again and again, by two rules, over simulated matches.
fn peeking() -> Result<Shown, DeskError> {
    const MATCHES: u64 = 200;
    const GAMES: usize = 1500;
    let z = dist::normal_quantile(0.975);
    let (mut fixed, mut sequence) = (0u64, 0u64);
    for number in 0..MATCHES {
        let mut rng = Rng::seeded(number, "museum peeking");
        let mut bets = Betting::test(0.05, 0.5);
        let (mut sum, mut alarm, mut evidence) = (0.0, false, false);
        for n in 1..=GAMES {
            let x = if rng.unit() < 0.5 { 0.0 } else { 1.0 };
            sum += x;
            bets.push(x);
            if n % 50 == 0 {
                let mean = sum / n as f64;
                let half = z * (mean * (1.0 - mean) / n as f64).sqrt();
                alarm |= (mean - 0.5).abs() > half;
                evidence |= bets.rejected(0.5);
            }
        }
        fixed += u64::from(alarm);
        sequence += u64::from(evidence);
    }
    let percent = |n: u64| 100.0 * n as f64 / MATCHES as f64;
    let settings = format!("{MATCHES} matches of equal engines, {GAMES} games, a look every 50");
    Ok(Shown {
        position: String::new(),
        faulty: Arm::new(
            "stops as soon as the 95 % interval leaves 50 %",
            format!("{:.0} % false winners", percent(fixed)),
            vec![settings.clone()],
        ),
        check: Catch {
            check: "false alarms of equal engines stay under 5 %".into(),
            caught: percent(fixed) > 10.0,
            sound_passes: percent(sequence) <= 5.0,
            says: format!("{:.0} % where 5 % were promised", percent(fixed)),
        },
        sound: Arm::new(
            "a confidence sequence, valid however often one looks",
            format!("{:.1} % false winners", percent(sequence)),
            vec![settings],
        ),
    })
}
