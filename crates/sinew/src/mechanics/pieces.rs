//! Which free vertices move as one, and which rigid motions their pins leave them.

use std::sync::Arc;

use super::{Motion, Vec3};

/// A connected set of free vertices.
pub struct Piece {
    /// Rows of its vertices among the free ones.
    pub rows: Vec<u32>,
    /// What holds it.
    pub support: Support,
}

/// What holds a piece, as far as rigid motion goes. Attachments are soft and hold nothing.
pub enum Support {
    /// Nothing: it may fly and turn.
    None,
    /// One point: it may turn about it.
    Point(Pin),
    /// Two points or more on a line: it may turn about the line.
    Axis(Pin, Pin),
    /// Points that leave no rigid motion, or move on their own.
    Fixed,
}

/// A held vertex.
#[derive(Clone)]
pub struct Pin {
    /// Its rest position.
    pub rest: Vec3,
    /// How it moves.
    pub motion: Arc<dyn Motion>,
}

impl Pin {
    /// Where it is at time t.
    pub fn at(&self, t: f64) -> Vec3 {
        self.motion.pose(t).position(self.rest)
    }

    fn moves_with(&self, other: &Pin) -> bool {
        Arc::ptr_eq(&self.motion, &other.motion) || self.motion.is_still() && other.motion.is_still()
    }
}

impl Support {
    /// Whether what holds the piece moves, so that its momenta about it change.
    pub fn moves(&self) -> bool {
        match self {
            Support::None => false,
            Support::Point(pin) => !pin.motion.is_still(),
            Support::Axis(a, b) => !(a.motion.is_still() && b.motion.is_still()),
            Support::Fixed => true,
        }
    }

    /// What these pins leave; `size` is the length below which points coincide.
    fn of(pins: &[Pin], size: f64) -> Self {
        let Some(first) = pins.first() else { return Support::None };
        let apart = |p: &&Pin| (p.rest - first.rest).norm() > size;
        let Some(second) = pins.iter().find(apart) else {
            // Pins on one spot that go different ways would tear the piece apart, which is not for rigid motion to mend.
            return if pins.iter().all(|p| p.moves_with(first)) {
                Support::Point(first.clone())
            } else {
                Support::Fixed
            };
        };
        let along = (second.rest - first.rest).normalize();
        let on_line = |p: &Pin| (p.rest - first.rest).cross(&along).norm() <= size;
        match pins.iter().all(|p| on_line(p) && p.moves_with(first)) {
            true => Support::Axis(first.clone(), second.clone()),
            false => Support::Fixed,
        }
    }
}

/// The pieces of `rows` free vertices, given their couplings and the pins they are tied to; in order of their first rows.
pub(super) fn connected(rows: usize, pairs: &[(u32, u32)], ties: &[(u32, Pin)], size: f64) -> Vec<Piece> {
    let mut parent: Vec<u32> = (0..rows as u32).collect();
    fn root(parent: &mut [u32], mut i: u32) -> u32 {
        while parent[i as usize] != i {
            parent[i as usize] = parent[parent[i as usize] as usize];
            i = parent[i as usize];
        }
        i
    }
    for (a, b) in pairs {
        let (a, b) = (root(&mut parent, *a), root(&mut parent, *b));
        parent[a.max(b) as usize] = a.min(b);
    }
    let mut number = vec![usize::MAX; rows];
    let mut members: Vec<Vec<u32>> = Vec::new();
    let mut pins: Vec<Vec<Pin>> = Vec::new();
    for i in 0..rows as u32 {
        let r = root(&mut parent, i) as usize;
        if number[r] == usize::MAX {
            number[r] = members.len();
            members.push(Vec::new());
            pins.push(Vec::new());
        }
        members[number[r]].push(i);
    }
    for (row, pin) in ties {
        pins[number[root(&mut parent, *row) as usize]].push(pin.clone());
    }
    members.into_iter().zip(pins).map(|(rows, pins)| Piece { rows, support: Support::of(&pins, size) }).collect()
}
