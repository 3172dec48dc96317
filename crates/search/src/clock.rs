//! When a search has to end: nodes, a hard deadline, a flag from outside.

use crate::engine::Stop;
use std::time::{Duration, Instant};
use touchstone_kernel::Limits;

/// The search was told to end; whatever was under way is void.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Counts nodes and watches the limits. The deadline is looked at every 128
/// nodes, quiescence included.
#[derive(Clone, Debug)]
pub struct Clock {
    began: Instant,
    deadline: Option<Duration>,
    max_nodes: u64,
    stop: Stop,
    also: Option<Stop>,
    /// Nodes visited so far.
    pub nodes: u64,
    next_look: u64,
}

const LOOK_EVERY: u64 = 128;

impl Clock {
    /// Starts now.
    pub fn start(limits: &Limits, stop: &Stop) -> Clock {
        Clock {
            began: Instant::now(),
            deadline: limits.time_ms.map(Duration::from_millis),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            stop: stop.clone(),
            also: None,
            nodes: 0,
            next_look: LOOK_EVERY,
        }
    }

    /// Ends the search by a second flag too.
    pub fn also(&mut self, flag: &Stop) {
        self.also = Some(flag.clone());
    }

    fn is_told(&self) -> bool {
        self.stop.is_raised() || self.also.as_ref().is_some_and(Stop::is_raised)
    }

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.add(1)
    }

    /// Counts `n` nodes at once.
    #[inline]
    pub fn add(&mut self, n: u64) -> Result<(), Stopped> {
        if self.nodes >= self.max_nodes {
            return Err(Stopped);
        }
        self.nodes += n;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + LOOK_EVERY;
            if self.is_told() || self.deadline.is_some_and(|d| self.began.elapsed() >= d) {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Whether another iteration is worth beginning when it may use the time
    /// up to `percent` of the limit.
    pub fn may_begin(&self, percent: u64) -> bool {
        if self.is_told() || self.nodes >= self.max_nodes {
            return false;
        }
        match self.deadline {
            Some(d) => self.began.elapsed() * 100 < d * percent as u32,
            None => true,
        }
    }

    /// Milliseconds since the start.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
