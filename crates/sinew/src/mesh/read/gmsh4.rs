//! Entities, nodes and elements of Gmsh 4.1.
//!
//! Nodes and elements come in blocks that belong to an entity (dimension, tag); the entity knows its physical groups.
//! Counts and tags of nodes and elements are `size_t` in binary files, everything else 32-bit integers.

use super::cursor::{Cursor, Outcome};
use super::gmsh2::{MOST, size};
use super::msh::Draft;

/// Reads numbers in the way of this file.
struct Numbers<'c, 'a> {
    c: &'c mut Cursor<'a>,
    binary: bool,
    word: usize,
}

impl Numbers<'_, '_> {
    fn int(&mut self, wanted: &'static str) -> Outcome<i32> {
        if self.binary { self.c.i32(wanted) } else { self.c.number(wanted) }
    }

    fn size(&mut self, wanted: &'static str) -> Outcome<u64> {
        match (self.binary, self.word) {
            (false, _) => self.c.number(wanted),
            (true, 4) => self.c.u32(wanted).map(u64::from),
            (true, _) => self.c.u64(wanted),
        }
    }

    fn real(&mut self, wanted: &'static str) -> Outcome<f64> {
        if self.binary { self.c.f64(wanted) } else { self.c.number(wanted) }
    }

    /// A count of things of so many numbers each; a number takes 4 bytes or a digit and a space.
    fn count(&mut self, what: &'static str, numbers: usize) -> Outcome<usize> {
        let count = self.size(what)?;
        self.c.room(what, count, numbers * if self.binary { 4 } else { 2 })
    }
}

pub(super) fn entities(c: &mut Cursor, binary: bool, word: usize, draft: &mut Draft) -> Outcome<()> {
    let mut n = Numbers { c, binary, word };
    let mut counts = [0; 4];
    for count in &mut counts {
        *count = n.count("a number of entities", 5)?;
    }
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let tag = n.int("the tag of an entity")?;
            for _ in 0..if dimension == 0 { 3 } else { 6 } {
                n.real("the box of an entity")?;
            }
            for i in 0..n.count("the number of physical groups of an entity", 1)? {
                let group = n.int("a physical group")?;
                // an entity in several groups takes the first
                if dimension == 3 && i == 0 {
                    draft.volumes.insert(tag, group.unsigned_abs());
                }
            }
            if dimension > 0 {
                for _ in 0..n.count("the number of bounding entities", 1)? {
                    n.int("a bounding entity")?;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn nodes(c: &mut Cursor, binary: bool, word: usize, draft: &mut Draft) -> Outcome<()> {
    let mut n = Numbers { c, binary, word };
    let blocks = n.count("the number of node blocks", 4)?;
    let _total = n.count("the number of nodes", 4)?;
    n.size("the smallest node tag")?;
    n.size("the largest node tag")?;
    for _ in 0..blocks {
        let dimension = n.int("the dimension of a node block")?;
        n.int("the entity of a node block")?;
        let parametric = n.int("whether a node block is parametric")? != 0;
        let count = n.count("the number of nodes in a block", 4)?;
        for _ in 0..count {
            draft.tags.push(n.size("the tag of a node")?);
        }
        let parameters = if parametric { dimension.clamp(0, 3) } else { 0 };
        for _ in 0..count {
            let mut point = [0.0; 3];
            for x in &mut point {
                *x = n.real("a coordinate")?;
            }
            draft.points.push(point);
            for _ in 0..parameters {
                n.real("a parameter of a node")?;
            }
        }
    }
    Ok(())
}

pub(super) fn elements(c: &mut Cursor, binary: bool, word: usize, draft: &mut Draft) -> Outcome<()> {
    let mut n = Numbers { c, binary, word };
    let blocks = n.count("the number of element blocks", 4)?;
    let _total = n.count("the number of elements", 2)?;
    n.size("the smallest element tag")?;
    n.size("the largest element tag")?;
    for _ in 0..blocks {
        n.int("the dimension of an element block")?;
        let entity = n.int("the entity of an element block")?;
        let kind = n.int("the type of an element block")?;
        let nodes = size(n.c, kind)?;
        let count = n.count("the number of elements in a block", 1 + nodes)?;
        let group = (draft.volumes.get(&entity).copied().unwrap_or(0), entity.unsigned_abs());
        for _ in 0..count {
            n.size("the tag of an element")?;
            let mut list = [0; MOST];
            for slot in &mut list[..nodes] {
                *slot = n.size("a node of an element")?;
            }
            draft.add(n.c, kind, group, &list[..nodes])?;
        }
    }
    Ok(())
}
