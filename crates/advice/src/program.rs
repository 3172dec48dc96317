//! A table made ready to run: names bound to their meaning.

use touchstone_chess::Kind;
use touchstone_chess::general::Point;
use touchstone_chess::tables::Material;

use crate::syntax::diagnostic::Place;
use crate::syntax::tree::Comparison;

/// A bound table. We are White: positions in which we are Black are mirrored at the
/// boundary.
#[derive(Clone, Debug)]
pub struct Program {
    /// The ending that the table plays, our men first.
    pub ending: Material,
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// The pieces of advice.
    pub advice: Vec<Advice>,
}

/// A bound rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name in English terms.
    pub name: String,
    /// When it applies. Nothing is asked of a root here.
    pub condition: Goal,
    /// What is tried, in order.
    pub then: Vec<Choice>,
    /// Where it stands.
    pub place: Place,
}

/// What a rule may list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A piece of advice by number.
    Advice(usize),
    /// The claim that the position is drawn.
    Drawn,
}

/// A bound piece of advice.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Its name in English terms.
    pub name: String,
    /// Reaching it ends the branch.
    pub better: Goal,
    /// It must hold in every position on the way.
    pub hold: Goal,
    /// Which own moves are tried, in which order.
    pub us: Moves,
    /// Which replies count.
    pub them: Moves,
    /// Where it stands.
    pub place: Place,
}

/// A bound condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// A predicate with its arguments.
    Test(Test),
    /// A comparison.
    Compare(Number, Comparison, Number),
    /// Does not hold.
    Not(Box<Goal>),
    /// All hold.
    And(Vec<Goal>),
    /// One holds.
    Or(Vec<Goal>),
    /// Held at the root.
    Root(Box<Goal>),
    /// A definition's name and what it stands for.
    Named(String, Box<Goal>),
}

/// A predicate with its arguments.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// Which predicate.
    pub op: Op,
    /// Its squares; those of the KRK vocabulary get the rook.
    pub args: Vec<Spot>,
}

/// The predicates. Meanings stand in [`crate::syntax::words`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// `true`
    True,
    /// An unknown predicate in lenient mode.
    Unknown,
    /// `themtomove`
    ThemToMove,
    /// `ustomove`
    UsToMove,
    /// `mate`
    Mate,
    /// `stalemate`
    Stalemate,
    /// `incheck`
    InCheck,
    /// `their_king_edge`
    TheirKingEdge,
    /// `our_king_edge`
    OurKingEdge,
    /// `kings_close`
    KingsClose,
    /// `rooklost`
    RookLost,
    /// `rookexposed`, `exposed(X)`
    Exposed,
    /// `newroomsmaller`
    NewRoomSmaller,
    /// `roomgt2`
    RoomGt2,
    /// `rookdivides`, `divides(X)`
    Divides,
    /// `okapproachedcsquare`
    ApproachedCritical,
    /// `lpatt`
    LPattern,
    /// `okorndle`
    NotFartherFromRook,
    /// `anylost`
    AnyLost,
    /// `lost(X)`
    Lost,
    /// `have(X)`
    Have,
    /// `guarded(S)`
    Guarded,
    /// `threatened(S)`
    Threatened,
    /// `on_edge(S)`
    OnEdge,
    /// `in_corner(S)`
    InCorner,
    /// `light(S)`
    Light,
    /// `dark(S)`
    Dark,
    /// `adjacent(S, S)`
    Adjacent,
    /// `same_file(S, S)`
    SameFile,
    /// `same_rank(S, S)`
    SameRank,
    /// `same_line(S, S)`
    SameLine,
    /// `same_diagonal(S, S)`
    SameDiagonal,
    /// `same_colour(S, S)`
    SameColour,
    /// `between(S, S, S)`
    Between,
}

/// A bound number.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// A constant.
    Int(i32),
    /// A measure of squares.
    Measure(Measure, Vec<Spot>),
    /// Its value at the root.
    Root(Box<Number>),
    /// A sum; the flag says that the summand is subtracted.
    Sum(Vec<(bool, Number)>),
    /// A definition's name and what it stands for.
    Named(String, Box<Number>),
}

/// The numbers. Meanings stand in [`crate::syntax::words`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// `room`, `room_of(X)`
    Room,
    /// `area`
    Area,
    /// `area_corner_sum`
    AreaCornerSum,
    /// `area_far(S)`
    AreaFar,
    /// `their_moves`
    TheirMoves,
    /// `dist(S, S)`
    Distance,
    /// `man(S, S)`
    Manhattan,
    /// `file(S)`
    File,
    /// `rank(S)`
    Rank,
    /// `file_dist(S, S)`
    FileDistance,
    /// `rank_dist(S, S)`
    RankDistance,
    /// `edge_dist(S)`
    EdgeDistance,
    /// `corner_dist(S)`
    CornerDistance,
    /// `corner_man(S)`
    CornerManhattan,
    /// `good_corner_dist(S)`
    GoodCornerDistance,
    /// `good_corner_man(S)`
    GoodCornerManhattan,
    /// `centre_dist(S)`
    CentreDistance,
    /// `files`
    Files,
    /// `ranks`
    Ranks,
}

/// A bound square.
#[derive(Clone, PartialEq, Debug)]
pub enum Spot {
    /// Man number `i`; 0 is our king, 1 theirs.
    Man(u8),
    /// The first man of that colour and kind, where promotions change kinds.
    Kind {
        /// Ours?
        ours: bool,
        /// What it is.
        kind: Kind,
    },
    /// Our bishop on light or dark squares.
    Bishop {
        /// On light squares?
        light: bool,
    },
    /// A fixed square.
    Fixed(Point),
    /// Critical square of that man.
    Critical(Box<Spot>),
    /// So many files and ranks away.
    Shift(Box<Spot>, i8, i8),
    /// Last rank of that file.
    Promotion(Box<Spot>),
    /// The corner of our bishop's colour nearest to that square.
    GoodCorner(Box<Spot>),
    /// The square at the root.
    Root(Box<Spot>),
}

/// A bound constraint on moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Moves {
    /// A generator.
    Generator(Generator),
    /// A guard on the depth.
    Depth {
        /// `=` rather than `<`.
        exact: bool,
        /// The number.
        depth: u32,
    },
    /// Moves of the first that the others admit.
    And(Vec<Moves>),
    /// Ordered union.
    Then(Vec<Moves>),
}

impl Moves {
    /// Is it a guard, or made of guards only?
    pub fn is_guard(&self) -> bool {
        match self {
            Moves::Generator(_) => false,
            Moves::Depth { .. } => true,
            Moves::And(parts) => parts.iter().all(Moves::is_guard),
            Moves::Then(parts) => parts.iter().any(Moves::is_guard),
        }
    }

    /// Do moves end at some depth? The greatest depth at which one may be made, or
    /// `None` if nothing bounds it.
    pub fn depth_bound(&self) -> Option<u32> {
        match self {
            Moves::Generator(Generator::None) => Some(0),
            Moves::Generator(_) => None,
            Moves::Depth { exact: true, depth } => Some(depth + 1),
            Moves::Depth { exact: false, depth } => Some(*depth),
            Moves::And(parts) => parts.iter().filter_map(Moves::depth_bound).min(),
            Moves::Then(parts) => {
                parts.iter().map(Moves::depth_bound).try_fold(0, |a, b| b.map(|b| a.max(b)))
            }
        }
    }
}

/// The generators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generator {
    /// `legal`
    Legal,
    /// `kingdiagfirst`
    KingDiagonalFirst,
    /// `kingstraightfirst`
    KingStraightFirst,
    /// Moves of our men of one kind.
    Of(Kind),
    /// `piecemove`
    Piece,
    /// `checkmove`
    Check,
    /// `givecheck`
    GiveCheck,
    /// `nomove`
    None,
}
