//! `touchstone advice play`: the table against a defence or a person.

use super::explain::position;
use super::parse::Vocabulary;
use super::{aside, open};
use crate::failure::Failure;
use crate::out;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::BufRead;
use touchstone_advice::explain::explain;
use touchstone_advice::play::{Answer, Player, best_reply};
use touchstone_advice::prove::sweep::Keep;
use touchstone_advice::prove::{Proof, prove};
use touchstone_chess::Colour;
use touchstone_chess::general::{Men, Size, Step};
use touchstone_chess::tables::{Material, Tables};
use touchstone_lab::cache::chess_tables;

/// Play a position by the table. After each move it says which advice was followed and
/// why.
///
/// Against `longest` the defence is the longest line of the proof graph, against `best`
/// exact play, against `person` it is read from standard input.
///
/// Example: touchstone advice play suites/advice/krk.al0 --position "8/1k6/3R4/8/4K3/8/8/8 w - - 0 1" --against longest
#[derive(clap::Args)]
pub struct Args {
    /// The table; `-` for standard input.
    file: String,
    /// FEN.
    #[arg(long)]
    position: String,
    /// Who defends.
    #[arg(long, value_enum, default_value = "longest")]
    against: Defence,
    /// The defender's first replies, before `--against` takes over.
    #[arg(long, num_args = 1.., value_delimiter = ' ')]
    replies: Vec<String>,
    /// Throw the tree away and ask for advice at every move, for comparison.
    #[arg(long)]
    fresh: bool,
    /// The language of the explanations.
    #[arg(long, value_enum, default_value = "en")]
    language: Vocabulary,
    /// Stop after so many moves.
    #[arg(long, default_value_t = 60)]
    max_moves: usize,
    /// One JSON object a move.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Defence {
    /// The longest line of the proof graph.
    Longest,
    /// Exact play from the table of all positions.
    Best,
    /// Replies from standard input, one a line.
    Person,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    let file = open(&args.file, false)?;
    let program = &file.loaded.program;
    let (size, start, mirror) = position(program, &args.position)?;
    if mirror {
        aside("colours exchanged: the advised side is shown as White");
    }
    let keep = if args.fresh { Keep::Nothing } else { Keep::Tree };
    let mut tables = chess_tables(size);
    tables.require(&Material::of(&start)).map_err(|e| Failure::bad(e.to_string()))?;
    let proof = match args.against {
        Defence::Longest => Some(
            prove(program, size, keep, &mut tables, &mut |_, _| {})
                .map_err(|e| Failure::bad(e.to_string()))?,
        ),
        _ => None,
    };
    if let Some(trouble) = tables.take_trouble() {
        aside(&trouble);
    }
    let mut game = Game {
        args: &args,
        size,
        men: start,
        player: Player::new(program, size, keep),
        proof: proof.as_ref(),
        tables: &tables,
        program,
        replied: 0,
        seen: Vec::new(),
    };
    game.run()
}

struct Game<'a> {
    args: &'a Args,
    size: Size,
    men: Men,
    player: Player<'a>,
    proof: Option<&'a Proof<'a>>,
    tables: &'a Tables,
    program: &'a touchstone_advice::Program,
    replied: usize,
    seen: Vec<Men>,
}

impl Game<'_> {
    fn tell(&self, text: String, object: Value) -> Result<(), Failure> {
        if self.args.json { out::json(&object) } else { out::line(text) }
    }

    fn end(&self, result: &str, why: &str) -> Result<(), Failure> {
        self.tell(
            format!("{result}: {why}"),
            json!({"schema": 1, "end": result, "why": why, "position": self.men.fen(self.size)}),
        )
    }

    fn run(&mut self) -> Result<(), Failure> {
        let mut number = 1;
        loop {
            if self.men.turn() == Colour::White {
                let times = self.seen.iter().filter(|m| **m == self.men).count();
                self.seen.push(self.men);
                if times >= 2 {
                    return self.end("draw", "the position occurs for the third time");
                }
                if number > self.args.max_moves {
                    return self.end("stopped", "the limit of moves is reached");
                }
                if !self.ours(number)? {
                    return Ok(());
                }
                number += 1;
            } else if !self.theirs()? {
                return Ok(());
            }
        }
    }

    fn ours(&mut self, number: usize) -> Result<bool, Failure> {
        if touchstone_advice::prove::sweep::cannot_mate(&self.men) {
            self.end("draw", "what is left cannot mate")?;
            return Ok(false);
        }
        let before = self.men;
        match self.player.answer(&before) {
            Answer::Move { step, advice, from_tree } => {
                let san = before.san(self.size, step);
                let after = before.after(step);
                let name = self.program.advice[advice].name.clone();
                let language = self.args.language.language();
                let sentence = if from_tree {
                    let facts: Vec<String> = self
                        .player
                        .goals(advice, &after, language)
                        .into_iter()
                        .filter(|c| c.holds)
                        .map(|c| c.text)
                        .collect();
                    let facts =
                        if facts.is_empty() { "on the way".to_string() } else { facts.join(", ") };
                    format!("{san} ({name}, from the tree of the last search): {facts}")
                } else {
                    explain(self.program, self.size, &before, None, language).sentence
                };
                self.player.ours(step);
                self.men = after;
                self.tell(
                    format!("{number:>3}. {sentence}"),
                    json!({"schema": 1, "number": number, "move": san,
                           "uci": before.coordinates(step), "advice": name,
                           "from_tree": from_tree, "why": sentence,
                           "position": self.men.fen(self.size)}),
                )?;
                Ok(true)
            }
            Answer::Drawn => {
                self.end("draw", "claimed by the table")?;
                Ok(false)
            }
            Answer::Nothing(verdict) => {
                self.end("no advice", verdict.name())?;
                Err(Failure::Found)
            }
        }
    }

    fn theirs(&mut self) -> Result<bool, Failure> {
        if !self.men.can_move(self.size) {
            if self.men.in_check(self.size, Colour::Black) {
                self.end("mate", "their king has no escape")?;
            } else {
                self.end("draw", "stalemate")?;
            }
            return Ok(false);
        }
        let Some(step) = self.reply()? else {
            self.end("stopped", "no reply was given")?;
            return Ok(false);
        };
        let san = self.men.san(self.size, step);
        self.player.theirs(step);
        let uci = self.men.coordinates(step);
        self.men = self.men.after(step).tidy();
        self.tell(
            format!("     ... {san}"),
            json!({"schema": 1, "reply": san, "uci": uci, "position": self.men.fen(self.size)}),
        )?;
        Ok(true)
    }

    fn reply(&mut self) -> Result<Option<Step>, Failure> {
        if let Some(text) = self.args.replies.get(self.replied) {
            self.replied += 1;
            let step = self.men.find(self.size, text);
            return match step {
                Some(s) => Ok(Some(s)),
                None => Err(Failure::bad(format!("'{text}' is no legal reply there"))),
            };
        }
        match self.args.against {
            Defence::Longest => {
                Ok(self.proof.and_then(|p| self.player.longest_reply(p, &self.men)).map(|(s, _)| s))
            }
            Defence::Best => Ok(best_reply(self.tables, &self.men)),
            Defence::Person => loop {
                if !self.args.json {
                    out::prompt("     ... ")?;
                }
                let mut line = String::new();
                if std::io::stdin().lock().read_line(&mut line)? == 0 {
                    return Ok(None);
                }
                let text = line.trim();
                if text.is_empty() || text == "quit" {
                    return Ok(None);
                }
                if let Some(s) = self.men.find(self.size, text) {
                    return Ok(Some(s));
                }
                aside(&format!("'{text}' is no legal reply, expected such as Kd5 or e4d5"));
            },
        }
    }
}
