//! The words of the language in both vocabularies.
//!
//! The Russian terms are those of the Russian edition of Bratko's book as far as it
//! has them; the rest are our own.

use std::collections::HashMap;
use std::sync::LazyLock;

/// What a word is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Part of the grammar.
    Keyword,
    /// A usual name of a rule or of a piece of advice, with a translation.
    Label,
    /// A predicate with its number of arguments.
    Goal(usize),
    /// A number with its number of arguments.
    Number(usize),
    /// A square with its number of arguments.
    Square(usize),
    /// A generator of moves.
    Moves,
}

impl Class {
    /// The class in words, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Keyword => "a keyword",
            Class::Label => "a name of a rule or a piece of advice",
            Class::Goal(_) => "a predicate",
            Class::Number(_) => "a number",
            Class::Square(_) => "a square",
            Class::Moves => "a move generator",
        }
    }
}

/// A word in both vocabularies.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// English.
    pub en: &'static str,
    /// Russian.
    pub ru: &'static str,
    /// What it is good for.
    pub class: Class,
    /// What it means, in a few words.
    pub means: &'static str,
}

const fn w(en: &'static str, ru: &'static str, class: Class, means: &'static str) -> Word {
    Word { en, ru, class, means }
}

use Class::{Goal, Keyword, Label, Moves, Number, Square};

/// All words.
pub const WORDS: &[Word] = &[
    w("rule", "правило", Keyword, "begins a rule"),
    w("advice", "совет", Keyword, "begins a piece of advice"),
    w("define", "определение", Keyword, "begins a definition"),
    w("ending", "окончание", Keyword, "names the ending, such as KRK"),
    w("if", "если", Keyword, "condition of a rule or definition"),
    w("then", "то", Keyword, "before the list of a rule"),
    w("and_then", "затем", Keyword, "ordered union of moves; `then` in English"),
    w("and", "и", Keyword, "both"),
    w("or", "или", Keyword, "at least one"),
    w("not", "не", Keyword, "does not hold"),
    w("depth", "глубина", Keyword, "guard on the depth of the node"),
    w("better", "цель", Keyword, "better-goal"),
    w("hold", "поддержка", Keyword, "holding-goal"),
    w("us", "игрок", Keyword, "constraint on own moves"),
    w("them", "противник", Keyword, "constraint on replies"),
    w("root", "корень", Keyword, "value where the search for this advice began"),
    w("drawn", "ничья", Keyword, "claim that the position is drawn"),
    w("edge_rule", "правило_края", Label, ""),
    w("else_rule", "иначе_правило", Label, ""),
    w("mate_in_2", "мат_2", Label, ""),
    w("squeeze", "потеснить", Label, ""),
    w("approach", "приблизиться", Label, ""),
    w("keeproom", "сохранить_простр", Label, ""),
    w("divide_in_2", "отделить_2", Label, ""),
    w("divide_in_3", "отделить_3", Label, ""),
    w("true", "любая_поз", Goal(0), "always"),
    w("themtomove", "ход_противника", Goal(0), "they are to move"),
    w("ustomove", "ход_игрока", Goal(0), "we are to move"),
    w("mate", "мат", Goal(0), "they are checkmated"),
    w("stalemate", "пат", Goal(0), "they are stalemated"),
    w("incheck", "шах", Goal(0), "their king is attacked"),
    w("their_king_edge", "король_противника_на_краю", Goal(0), "their king is on the edge"),
    w("our_king_edge", "наш_король_на_краю", Goal(0), "our king is on the edge"),
    w("kings_close", "короли_рядом", Goal(0), "the kings are less than four apart"),
    w("rooklost", "потеря_ладьи", Goal(0), "the rook is taken or will be"),
    w(
        "rookexposed",
        "ладья_под_боем",
        Goal(0),
        "their king reaches the rook before ours guards it",
    ),
    w("newroomsmaller", "уменьш_простр", Goal(0), "the room is smaller than at the root"),
    w("roomgt2", "простр_больше_2", Goal(0), "the room is greater than 2"),
    w("rookdivides", "раздел", Goal(0), "the rook stands between the kings, in files or in ranks"),
    w(
        "okapproachedcsquare",
        "ближе_к_клетке",
        Goal(0),
        "our king is nearer to the critical square",
    ),
    w("lpatt", "l_конфиг", Goal(0), "kings and rook form an L"),
    w("okorndle", "не_дальше_от_ладьи", Goal(0), "our king is not farther from the rook"),
    w("anylost", "потеря_фигуры", Goal(0), "one of our men is taken or can be taken at once"),
    w("lost", "потеряна", Goal(1), "that man is taken or can be taken at once"),
    w("have", "есть", Goal(1), "that man is on the board"),
    w("exposed", "под_боем", Goal(1), "their king reaches that man before ours guards it"),
    w("divides", "разделяет", Goal(1), "that man stands between the kings, in files or in ranks"),
    w("guarded", "защищена", Goal(1), "one of our men attacks that square"),
    w("threatened", "атакована", Goal(1), "one of their men attacks that square"),
    w("on_edge", "на_краю", Goal(1), "on the first or last file or rank"),
    w("in_corner", "в_углу", Goal(1), "a corner square"),
    w("light", "светлая", Goal(1), "a light square"),
    w("dark", "тёмная", Goal(1), "a dark square"),
    w("adjacent", "рядом", Goal(2), "one king's step apart"),
    w("same_file", "одна_вертикаль", Goal(2), "on one file"),
    w("same_rank", "одна_горизонталь", Goal(2), "on one rank"),
    w("same_line", "одна_линия", Goal(2), "on one file or rank"),
    w("same_diagonal", "одна_диагональ", Goal(2), "on one diagonal"),
    w("same_colour", "один_цвет", Goal(2), "on squares of one colour"),
    w("between", "между", Goal(3), "the first strictly between the others on a line"),
    w("room", "простр", Number(0), "squares that the rook leaves to their king"),
    w("room_of", "простр_от", Number(1), "squares that this man, as a rook, leaves to their king"),
    w("area", "область", Number(0), "squares that their king can reach while we stand still"),
    w(
        "area_corner_sum",
        "область_до_углов",
        Number(0),
        "over all squares of the area, files plus ranks to the nearest corner",
    ),
    w(
        "area_far",
        "до_области",
        Number(1),
        "king moves from that square to the farthest square of the area",
    ),
    w("their_moves", "ходы_короля", Number(0), "moves of their king if it were to move"),
    w("dist", "расст", Number(2), "moves of a king on an empty board"),
    w("man", "манх", Number(2), "files apart plus ranks apart"),
    w("file", "вертикаль", Number(1), "file, a = 1"),
    w("rank", "горизонталь", Number(1), "rank, from 1"),
    w("file_dist", "расст_верт", Number(2), "files apart"),
    w("rank_dist", "расст_гор", Number(2), "ranks apart"),
    w("edge_dist", "до_края", Number(1), "king moves to the nearest edge"),
    w("corner_dist", "до_угла", Number(1), "king moves to the nearest corner"),
    w("corner_man", "манх_угла", Number(1), "files plus ranks to the nearest corner"),
    w(
        "good_corner_dist",
        "до_верного_угла",
        Number(1),
        "king moves to the nearest corner of our bishop's colour",
    ),
    w(
        "good_corner_man",
        "манх_верного_угла",
        Number(1),
        "files plus ranks to the nearest corner of our bishop's colour",
    ),
    w(
        "centre_dist",
        "до_центра",
        Number(1),
        "twice the distance from the middle, files plus ranks",
    ),
    w("files", "вертикалей", Number(0), "number of files of the board"),
    w("ranks", "горизонталей", Number(0), "number of ranks of the board"),
    w("our_king", "наш_король", Square(0), "our king"),
    w("their_king", "король_противника", Square(0), "their king"),
    w("queen", "ферзь", Square(0), "our queen"),
    w("rook", "ладья", Square(0), "our rook"),
    w("bishop", "слон", Square(0), "our only bishop"),
    w("light_bishop", "светлый_слон", Square(0), "our bishop on light squares"),
    w("dark_bishop", "тёмный_слон", Square(0), "our bishop on dark squares"),
    w("knight", "конь", Square(0), "our knight"),
    w("pawn", "пешка", Square(0), "our pawn"),
    w("their_queen", "ферзь_противника", Square(0), "their queen"),
    w("their_rook", "ладья_противника", Square(0), "their rook"),
    w("their_bishop", "слон_противника", Square(0), "their bishop"),
    w("their_knight", "конь_противника", Square(0), "their knight"),
    w("their_pawn", "пешка_противника", Square(0), "their pawn"),
    w(
        "csquare",
        "крит_клетка",
        Square(0),
        "critical square: diagonal neighbour of the rook towards their king",
    ),
    w("csquare_of", "крит_клетка_от", Square(1), "critical square of that man"),
    w("ahead", "впереди", Square(1), "the square one rank further for us"),
    w("left_of", "слева", Square(1), "the square one file towards a"),
    w("right_of", "справа", Square(1), "the square one file away from a"),
    w("promotion_square", "поле_превращения", Square(1), "last rank of that file"),
    w(
        "good_corner",
        "верный_угол",
        Square(1),
        "the corner of our bishop's colour nearest to that square",
    ),
    w("legal", "разреш", Moves, "all legal moves: the king's, then the other men's"),
    w("kingdiagfirst", "сначала_диаг", Moves, "king moves, diagonal ones first"),
    w("kingstraightfirst", "сначала_прям", Moves, "king moves, straight ones first"),
    w("rookmove", "ход_ладьей", Moves, "rook moves"),
    w("queenmove", "ход_ферзем", Moves, "queen moves"),
    w("bishopmove", "ход_слоном", Moves, "bishop moves"),
    w("knightmove", "ход_конем", Moves, "knight moves"),
    w("pawnmove", "ход_пешкой", Moves, "pawn moves"),
    w("piecemove", "ход_фигурой", Moves, "moves of all men but the king"),
    w("checkmove", "ход_шах", Moves, "rook moves onto a line of their king, blocked or not"),
    w("givecheck", "объявить_шах", Moves, "legal moves that give check"),
    w("nomove", "нет_хода", Moves, "none"),
];

/// Other spellings in use: the alias and the English word.
pub const ALIASES: &[(&str, &str)] = &[
    ("okapproachedsquare", "okapproachedcsquare"),
    ("kingmove", "kingdiagfirst"),
    ("любая_позиция", "true"),
    ("определим", "define"),
];

/// Spelling to word, and skeleton to the words that have it.
struct Lookup {
    exact: HashMap<&'static str, &'static Word>,
    alike: HashMap<String, Vec<&'static Word>>,
}

static LOOKUP: LazyLock<Lookup> = LazyLock::new(|| {
    let mut exact = HashMap::new();
    let mut alike: HashMap<String, Vec<&'static Word>> = HashMap::new();
    for word in WORDS {
        for text in [word.en, word.ru] {
            exact.insert(text, word);
            alike.entry(skeleton(text)).or_default().push(word);
        }
    }
    for (alias, meant) in ALIASES {
        if let Some(&word) = exact.get(meant) {
            exact.insert(alias, word);
        }
    }
    Lookup { exact, alike }
});

/// The word with this spelling in either vocabulary.
pub fn find(text: &str) -> Option<&'static Word> {
    LOOKUP.exact.get(text).copied()
}

/// Letters that look alike in both scripts, brought to the Latin one.
pub fn skeleton(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'а' => 'a',
            'е' | 'ё' => 'e',
            'о' => 'o',
            'с' => 'c',
            'р' => 'p',
            'х' => 'x',
            'у' => 'y',
            'к' => 'k',
            'і' => 'i',
            c => c,
        })
        .collect()
}

/// The word that looks like this text, if exactly one does.
pub fn look_alike(text: &str) -> Option<&'static Word> {
    match LOOKUP.alike.get(&skeleton(text)).map(Vec::as_slice) {
        Some([word]) => Some(word),
        _ => None,
    }
}

/// The spelling of a name in Russian, if it is a known word.
pub fn russian(english: &str) -> Option<&'static str> {
    find(english).filter(|w| w.en == english).map(|w| w.ru)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_means_one_word() {
        let mut seen = std::collections::BTreeMap::new();
        for word in WORDS {
            for text in [word.en, word.ru] {
                if let Some(old) = seen.insert(skeleton(text), word.en) {
                    panic!("'{text}' stands for {old} and {}", word.en);
                }
            }
        }
    }
}
