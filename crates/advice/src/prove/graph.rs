//! Longest lines, cycles and bad ends of the graph of positions.

use super::ends;
use super::sweep::Sweep;

/// What the lines from each position come to.
#[derive(Clone, Debug)]
pub struct Fates {
    /// All bad ends that some defence reaches, [`ends::OVER_50`] included.
    pub ends: Vec<u16>,
    /// Our moves against the longest defence, where no line ends badly; else 0.
    pub length: Vec<u16>,
    /// The number of the strongly connected component of each position.
    pub component: Vec<u32>,
    /// Is the position itself on a cycle?
    pub on_cycle: Vec<bool>,
}

/// Follows all lines (Tarjan's algorithm without recursion: components come out in
/// the order in which everything that they lead to is already known).
pub fn fates(sweep: &Sweep) -> Fates {
    let n = sweep.chosen.len();
    const UNSEEN: u32 = u32::MAX;
    let mut f = Fates {
        ends: sweep.ends.clone(),
        length: vec![0; n],
        component: vec![UNSEEN; n],
        on_cycle: vec![false; n],
    };
    let mut order = vec![UNSEEN; n];
    let mut low = vec![0u32; n];
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let (mut clock, mut components) = (0u32, 0u32);
    for start in 0..n {
        if order[start] != UNSEEN {
            continue;
        }
        path.push((start as u32, sweep.start[start]));
        order[start] = clock;
        low[start] = clock;
        clock += 1;
        open.push(start as u32);
        while let Some((at, edge)) = path.last_mut() {
            let v = *at as usize;
            if *edge < sweep.start[v + 1] {
                let w = sweep.next[*edge] as usize;
                *edge += 1;
                if order[w] == UNSEEN {
                    order[w] = clock;
                    low[w] = clock;
                    clock += 1;
                    open.push(w as u32);
                    path.push((w as u32, sweep.start[w]));
                } else if f.component[w] == UNSEEN {
                    low[v] = low[v].min(order[w]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                let p = *parent as usize;
                low[p] = low[p].min(low[v]);
            }
            if low[v] == order[v] {
                let from = open.iter().rposition(|&w| w as usize == v).unwrap_or(0);
                let members = open.split_off(from);
                close(sweep, &mut f, &members, components);
                components += 1;
            }
        }
    }
    f
}

fn close(sweep: &Sweep, f: &mut Fates, members: &[u32], component: u32) {
    for &v in members {
        f.component[v as usize] = component;
    }
    let cyclic = members.len() > 1
        || sweep.lines(members[0] as usize).any(|(w, _)| w == members[0] as usize);
    let mut all = if cyclic { ends::CYCLE } else { 0 };
    let mut longest = 0u16;
    for &v in members {
        let v = v as usize;
        all |= sweep.ends[v];
        longest = longest.max(sweep.mates[v] as u16);
        for (w, moves) in sweep.lines(v) {
            if f.component[w] != component {
                all |= f.ends[w];
                longest = longest.max(moves + f.length[w]);
            }
        }
    }
    let bad = all & !ends::OVER_50;
    if bad == 0 && longest > 50 {
        all |= ends::OVER_50;
    }
    for &v in members {
        let v = v as usize;
        f.ends[v] = all;
        f.on_cycle[v] = cyclic;
        f.length[v] = if bad == 0 { longest } else { 0 };
    }
}
