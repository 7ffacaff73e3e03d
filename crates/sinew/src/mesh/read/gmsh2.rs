//! Nodes and elements of Gmsh 2.2.
//!
//! Text: `tag x y z` and `tag type number-of-tags physical entity ... nodes`. Binary: the same as 32-bit integers and
//! 64-bit reals; elements in runs with a head `type count number-of-tags`.

use super::cursor::{Cursor, Outcome};
use super::msh::{Draft, nodes_of};

pub(super) fn nodes(c: &mut Cursor, binary: bool, draft: &mut Draft) -> Outcome<()> {
    let count = c.count("the number of nodes", if binary { 28 } else { 8 })?;
    if binary {
        c.line();
    }
    for _ in 0..count {
        let tag = if binary { i64::from(c.i32("a node")?) } else { c.number("the tag of a node")? };
        draft.tags.push(tag as u64);
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = if binary { c.f64("a coordinate")? } else { c.number("a coordinate")? };
        }
        draft.points.push(point);
    }
    Ok(())
}

pub(super) fn elements(c: &mut Cursor, binary: bool, draft: &mut Draft) -> Outcome<()> {
    let count = c.count("the number of elements", 8)?;
    if binary {
        c.line();
        return runs(c, count, draft);
    }
    for _ in 0..count {
        let _tag: i64 = c.number("the tag of an element")?;
        let kind: i32 = c.number("the type of an element")?;
        let tags = c.count("the number of tags of an element", 2)?;
        let mut group = [0i64; 2];
        for i in 0..tags {
            let tag = c.number("a tag of an element")?;
            if let Some(slot) = group.get_mut(i) {
                *slot = tag;
            }
        }
        let nodes = size(c, kind)?;
        let mut list = [0; MOST];
        for slot in &mut list[..nodes] {
            *slot = c.number::<i64>("a node of an element")? as u64;
        }
        draft.add(c, kind, (positive(group[0]), positive(group[1])), &list[..nodes])?;
    }
    Ok(())
}

fn runs(c: &mut Cursor, count: usize, draft: &mut Draft) -> Outcome<()> {
    let mut seen = 0;
    while seen < count {
        let kind = c.i32("the type of elements")?;
        let follow = c.i32("a number of elements")?;
        let tags = c.i32("a number of tags")?;
        let nodes = size(c, kind)?;
        let tags = c.room("the number of tags of an element", tags as u32 as u64, 4)?;
        let follow = c.room("a number of elements", follow as u32 as u64, 4 * (1 + tags + nodes))?;
        if follow == 0 {
            return c.expected("a number of elements", b"0");
        }
        for _ in 0..follow {
            c.i32("the tag of an element")?;
            let mut group = [0; 2];
            for i in 0..tags {
                let tag = c.i32("a tag of an element")?;
                if let Some(slot) = group.get_mut(i) {
                    *slot = i64::from(tag);
                }
            }
            let mut list = [0; MOST];
            for slot in &mut list[..nodes] {
                *slot = i64::from(c.i32("a node of an element")?) as u64;
            }
            draft.add(c, kind, (positive(group[0]), positive(group[1])), &list[..nodes])?;
        }
        seen += follow;
    }
    Ok(())
}

/// Most nodes of a known element.
pub(super) const MOST: usize = 56;

pub(super) fn size(c: &Cursor, kind: i32) -> Outcome<usize> {
    match nodes_of(kind) {
        Some(nodes) => Ok(nodes),
        None => c.expected("the type of an element", kind.to_string().as_bytes()),
    }
}

fn positive(tag: i64) -> u32 {
    u32::try_from(tag).unwrap_or(0)
}
