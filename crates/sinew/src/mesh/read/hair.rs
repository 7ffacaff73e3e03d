//! Cem Yuksel's `.hair` (binary, little endian): a header of 128 bytes, then the arrays that it announces.
//!
//! | bytes | header |
//! |---|---|
//! | 0 | `HAIR` |
//! | 4, 8 | number of strands and of all points |
//! | 12 | which arrays follow: 1 segments, 2 points, 4 thickness, 8 transparency, 16 colour |
//! | 16, 20 | number of segments and thickness where they have no array |
//! | 24 | transparency, colour, 88 bytes of text: left out, as are their arrays |
//!
//! A strand of k segments has k + 1 points, root first. Thickness without a positive value counts as unknown.

use super::cursor::{Cursor, Outcome, whole};
use crate::mesh::{Problem, Strands};

const SEGMENTS: u32 = 1;
const POINTS: u32 = 2;
const THICKNESS: u32 = 4;
const HEADER: usize = 128;

pub(super) fn parse(data: &[u8]) -> Outcome<Strands> {
    let mut c = Cursor::new(data);
    c.text = false;
    let mark = c.take(4, "the letters HAIR")?;
    if mark != b"HAIR" {
        return c.expected("the letters HAIR", mark);
    }
    let strands = c.u32("the number of strands")?;
    let points = c.u32("the number of points")?;
    let arrays = c.u32("the kinds of arrays")?;
    let default_segments = c.u32("the number of segments")?;
    let default_thickness = c.f32("the thickness")?;
    c.take(HEADER - 24, "the rest of the header")?;
    if arrays & POINTS == 0 {
        return c.fault(Problem::Missing { what: "points" });
    }
    if strands == 0 {
        return c.fault(Problem::Missing { what: "strands" });
    }

    let mut counts = Vec::new();
    if arrays & SEGMENTS != 0 {
        for _ in 0..c.room("the number of strands", strands.into(), 2)? {
            counts.push(u32::from(c.u16("the segments of a strand")?) + 1);
        }
    } else {
        // every strand takes at least one point of 12 bytes
        let strands = c.room("the number of strands", strands.into(), 12)?;
        counts.resize(strands, default_segments.saturating_add(1));
    }
    if let Some(strand) = counts.iter().position(|count| *count < 2) {
        return c.unsupported(format!("strand {strand} without segments"), "leave it out of the file");
    }
    let total: u64 = counts.iter().map(|count| u64::from(*count)).sum();
    if total != u64::from(points) {
        let (what, other) = ("the header's number of points", "the sum over all strands");
        return c.fault(Problem::Conflict { what, first: points.into(), other, second: total });
    }

    let n = c.room("the number of points", points.into(), 12)?;
    let mut all = Strands { points: Vec::with_capacity(n), counts, thickness: Vec::new() };
    for number in 0..n {
        let mut point = [0.0; 3];
        for x in &mut point {
            *x = f64::from(c.f32("a coordinate")?);
        }
        if let Some(x) = point.iter().find(|x| !x.is_finite()) {
            return whole(Problem::Mesh(format!("point {number} has a coordinate that is {x}; export the file again")));
        }
        all.points.push(point);
    }
    if arrays & THICKNESS != 0 {
        for _ in 0..c.room("the number of thicknesses", points.into(), 4)? {
            all.thickness.push(f64::from(c.f32("a thickness")?));
        }
    } else {
        all.thickness.resize(n, f64::from(default_thickness));
    }
    if !all.thickness.iter().all(|d| d.is_finite() && *d > 0.0) {
        all.thickness.clear();
    }
    Ok(all)
}
