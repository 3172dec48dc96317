//! What one game tells the generic search: ordering, selectivity, exact tables.

use touchstone_kernel::{Evaluator, Interval, Line, List, Position, Score, Value};

/// What the evaluator of a policy carries along.
pub type StateOf<P, Y> = <<Y as Policy<P>>::Eval as Evaluator<P>>::State;

/// Static parameters of one game's search. Everything here that could change
/// what a search returns is switched off in verification mode, except the
/// evaluator, the noisy moves and the exact values.
pub trait Policy<P: Position>: Clone + Send + Sized {
    /// The static evaluation.
    type Eval: Evaluator<P>;

    /// Number of history slots, see [`Policy::slot`].
    const SLOTS: usize;

    /// The static evaluation.
    fn evaluator(&self) -> &Self::Eval;

    /// A word that names every parameter on which values depend, so that a
    /// table filled under other parameters is not read.
    fn salt(&self) -> u64 {
        0
    }

    /// A tag by which the table remembers a move; equal for two moves of one
    /// position only at the cost of a worse order. Not 0.
    fn tag(&self, m: P::Move) -> u16;

    /// The history slot of a quiet move, below [`Policy::SLOTS`].
    fn slot(&self, p: &P, m: P::Move) -> usize;

    /// Whether history and killers apply to the move.
    fn is_quiet(&self, p: &P, m: P::Move) -> bool;

    /// Static promise of a move; greater first. Quiet moves get a share of
    /// history added, which stays below 1 << 16 in size; killers get 1 << 17.
    fn rate(&self, p: &P, m: P::Move) -> i32;

    /// Appends the moves that quiescence tries: irreversible ones only (the line
    /// starts anew behind them), and every chain of them must end.
    fn noisy(&self, p: &P, line: &Line<P>, list: &mut List<P::Move>);

    /// The proved value of a position for the side to move, from an exact
    /// table; a win or loss in n plies as [`Score::win_in`]. `None` where none reaches.
    fn exact(&self, p: &P, line: &Line<P>) -> Option<Score> {
        let _ = (p, line);
        None
    }

    /// A move that wins at once, whatever has been before, where one is seen
    /// without search: the node is a win in one decision. Margins that are taken
    /// on trust do not see it. Play only.
    fn winning(&self, p: &P) -> Option<P::Move> {
        let _ = p;
        None
    }

    /// What an evaluation at the end of `line` is worth where a draw clock runs:
    /// `score` moved towards a draw, never past it. Not asked in verification.
    fn aged(&self, line: &Line<P>, score: Score) -> Score {
        let _ = line;
        score
    }

    /// All of the line that [`Policy::aged`] may depend on within `depth` plies,
    /// for the table's key; 0 if that is nothing.
    fn age(&self, line: &Line<P>, depth: i32) -> u64 {
        let _ = (line, depth);
        0
    }

    /// Plies that a move costs; at least 1. Play only.
    fn cost(&self, p: &P, m: P::Move, depth: i32) -> i32 {
        let _ = (p, m, depth);
        1
    }

    /// Removes moves that are not worth a look at this depth and returns
    /// whether any was removed. A node that left moves out is never a sure
    /// loss; one that left all out gets its static value. Not asked at the root.
    fn admit(&self, p: &P, depth: i32, moves: &mut List<P::Move>) -> bool {
        let _ = (p, depth, moves);
        false
    }

    /// Removes root moves that others stand for. Asked only in a search for play
    /// over all moves; every other search looks at all of them.
    fn admit_root(&self, p: &P, moves: &mut List<P::Move>) {
        let _ = (p, moves);
    }

    /// Plies by which the `index`th move (0 first) is searched less deep, to be
    /// searched again in full if it does better than expected. Play only.
    fn reduction(&self, p: &P, m: P::Move, depth: i32, index: usize) -> i32 {
        let _ = (p, m, depth, index);
        0
    }

    /// Whether the `index`th move (0 first) of a node with a null window is left
    /// out, as late quiet moves near the horizon may be. Never the first. A node
    /// that left moves out is never a sure loss. Play only.
    fn skips(&self, p: &P, m: P::Move, depth: i32, index: usize) -> bool {
        let _ = (p, m, depth, index);
        false
    }

    /// What a draw costs the seat that has to play, in the score's units. Used
    /// only when searching for play.
    fn contempt(&self) -> Score {
        Score::DRAW
    }

    /// Evaluates a whole chance node at the frontier (depth 0 behind it), when
    /// a game can do so faster than outcome by outcome. In the view of the one
    /// who moved; must be what the search would have found.
    fn frontier(&mut self, after: &P::After, alpha: Score, beta: Score) -> Option<Frontier> {
        let _ = (after, alpha, beta);
        None
    }

    /// What a search of `depth` plies, quiescence behind them, can return at
    /// `p` for its mover; by default the evaluator's range. Star1 and Star2 cut
    /// the more the tighter it is.
    fn possible(&self, p: &P, depth: i32) -> Interval {
        let _ = depth;
        self.evaluator().range(p)
    }

    /// [`Policy::possible`] where the evaluator's state is at hand; must agree with it.
    fn possible_at(&self, p: &P, state: &StateOf<P, Self>, depth: i32) -> Interval {
        let _ = state;
        self.possible(p, depth)
    }

    /// The lower end of [`Policy::possible_at`], for policies that find it faster alone.
    fn floor_at(&self, p: &P, state: &StateOf<P, Self>, depth: i32) -> Score {
        self.possible_at(p, state, depth).lo
    }

    /// Told before the outcomes of a chance node are judged one by one, for
    /// policies that can evaluate them together and remember it. `state` is
    /// that of the position before `after`. Must not change any result.
    fn foresee(&self, after: &P::After, state: &StateOf<P, Self>, outcomes: &[P]) {
        let _ = (after, state, outcomes);
    }

    /// The static evaluation's score, for policies that remember it.
    fn stand(&self, p: &P, state: &StateOf<P, Self>) -> Score {
        self.evaluator().score(p, state)
    }

    /// A move that only gives the turn away, and by how many plies the reply is
    /// searched less deep (null move), where that may be tried against `beta`.
    /// It need not be legal, but its afterstate must be certain. Play only.
    fn pass(
        &self,
        p: &P,
        state: &StateOf<P, Self>,
        depth: i32,
        beta: Score,
    ) -> Option<(P::Move, i32)> {
        let _ = (p, state, depth, beta);
        None
    }

    /// Whether a position at the horizon is searched one ply more, as where the
    /// mover must answer a check. Not asked within quiescence. Play only.
    fn extends(&self, p: &P) -> bool {
        let _ = p;
        false
    }

    /// Plies by which a node is searched less deep for which the table knows no
    /// move; below `depth`. Play only.
    fn untried(&self, depth: i32) -> i32 {
        let _ = depth;
        0
    }
}

/// What [`Policy::frontier`] found.
#[derive(Clone, Copy, Debug)]
pub struct Frontier {
    /// The value of the chance node in the view of the one who moved.
    pub value: Value,
    /// Nodes visited for it.
    pub nodes: u64,
}
