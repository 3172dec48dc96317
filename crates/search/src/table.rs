//! The transposition table: typed bounds under 64-bit keys, shared by threads
//! without locks. A torn entry fails its check and is not read.

use std::sync::atomic::{AtomicU64, Ordering};
use touchstone_kernel::{Key, Score, Value};

const WAYS: usize = 4;

/// One remembered result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// The value: of a position for its mover (stepped), of an afterstate for
    /// the one who moved (unstepped).
    pub value: Value,
    /// The depth at which it was found.
    pub depth: u8,
    /// The tag of the best move, 0 if there is none.
    pub tag: u16,
}

/// A table of fixed size.
pub struct Table {
    slots: Vec<[AtomicU64; 2]>,
    mask: usize,
    generation: AtomicU64,
}

fn pack(r: Remembered, generation: u64) -> u64 {
    let kind = match r.value {
        Value::Exact(_) => 1u64,
        Value::AtLeast(_) => 2,
        Value::AtMost(_) => 3,
    };
    u64::from(r.value.number().raw() as u32)
        | u64::from(r.tag) << 32
        | u64::from(r.depth) << 48
        | kind << 56
        | (generation & 63) << 58
}

fn unpack(word: u64) -> Option<Remembered> {
    let score = Score::from_raw(word as u32 as i32);
    let value = match word >> 56 & 3 {
        1 => Value::Exact(score),
        2 => Value::AtLeast(score),
        3 => Value::AtMost(score),
        _ => return None,
    };
    Some(Remembered { value, depth: (word >> 48) as u8, tag: (word >> 32) as u16 })
}

impl Table {
    /// A table of at most `bytes` bytes (at least 64), rounded down to a power of two.
    pub fn with_bytes(bytes: usize) -> Table {
        let wanted = (bytes / 16).max(WAYS);
        let n = if wanted.is_power_of_two() { wanted } else { wanted.next_power_of_two() / 2 };
        Table {
            slots: (0..n).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect(),
            mask: n / WAYS - 1,
            generation: AtomicU64::new(0),
        }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * 16
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot[0].store(0, Ordering::Relaxed);
            slot[1].store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// A new search begins: older entries give way first.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn cluster(&self, key: Key) -> usize {
        (key.0 as usize & self.mask) * WAYS
    }

    /// What is remembered under `key`.
    #[inline]
    pub fn get(&self, key: Key) -> Option<Remembered> {
        let at = self.cluster(key);
        for slot in &self.slots[at..at + WAYS] {
            let word = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ word == key.0 && word != 0 {
                return unpack(word);
            }
        }
        None
    }

    /// Remembers a result. The same key is overwritten unless the old entry is
    /// deeper and of this search; else the oldest and shallowest gives way.
    #[inline]
    pub fn put(&self, key: Key, new: Remembered) {
        let now = self.generation.load(Ordering::Relaxed) & 63;
        let at = self.cluster(key);
        let mut victim = at;
        let mut worst = i64::MAX;
        for (i, slot) in self.slots[at..at + WAYS].iter().enumerate() {
            let word = slot[1].load(Ordering::Relaxed);
            let check = slot[0].load(Ordering::Relaxed);
            if word == 0 {
                if worst > i64::MIN {
                    worst = i64::MIN;
                    victim = at + i;
                }
                continue;
            }
            let depth = (word >> 48 & 0xff) as i64;
            let age = (now.wrapping_sub(word >> 58) & 63) as i64;
            if check ^ word == key.0 {
                if age == 0 && depth > i64::from(new.depth) + 2 && !new.value.is_exact() {
                    return;
                }
                victim = at + i;
                break;
            }
            let worth = depth - 8 * age;
            if worth < worst {
                worst = worth;
                victim = at + i;
            }
        }
        let word = pack(new, now);
        self.slots[victim][0].store(key.0 ^ word, Ordering::Relaxed);
        self.slots[victim][1].store(word, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} bytes)", self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_types_and_signs() {
        let t = Table::with_bytes(1 << 16);
        for (i, v) in [
            Value::Exact(Score::LOSS),
            Value::AtLeast(Score::win_in(3)),
            Value::AtMost(Score::from_raw(-77)),
            Value::Exact(Score::DRAW),
        ]
        .into_iter()
        .enumerate()
        {
            let r = Remembered { value: v, depth: i as u8, tag: 0xfff0 + i as u16 };
            t.put(Key(i as u64 * 0x1234_5678_9abc), r);
            assert_eq!(t.get(Key(i as u64 * 0x1234_5678_9abc)), Some(r));
        }
        t.clear();
        assert_eq!(t.get(Key(0)), None);
    }
}
