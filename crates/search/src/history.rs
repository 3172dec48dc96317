//! How often quiet moves were good lately.

/// Counters by slot, kept within ±65,535.
#[derive(Clone, Debug)]
pub(crate) struct History {
    slots: Vec<i32>,
}

const MOST: i32 = 65_535;

impl History {
    pub fn new(slots: usize) -> History {
        History { slots: vec![0; slots.max(1)] }
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Old merits count half in a new search.
    pub fn fade(&mut self) {
        for s in &mut self.slots {
            *s /= 2;
        }
    }

    #[inline]
    pub fn get(&self, slot: usize) -> i32 {
        self.slots.get(slot).copied().unwrap_or(0)
    }

    fn change(&mut self, slot: usize, by: i32) {
        if let Some(s) = self.slots.get_mut(slot) {
            // Gravity: a step shrinks as the counter nears its end.
            *s += by - (i64::from(*s) * i64::from(by.abs()) / i64::from(MOST)) as i32;
        }
    }

    pub fn reward(&mut self, slot: usize, depth: i32) {
        self.change(slot, bonus(depth));
    }

    pub fn punish(&mut self, slot: usize, depth: i32) {
        self.change(slot, -bonus(depth));
    }
}

fn bonus(depth: i32) -> i32 {
    let d = depth.clamp(1, 30);
    (64 * d * d).min(MOST / 2)
}
