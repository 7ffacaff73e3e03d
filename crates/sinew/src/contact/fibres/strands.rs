//! What fibres are made of: squares of four vertices each, and segments through the middles of two of them.

use rayon::prelude::*;

use crate::mechanics::Vec3;

/// Squares and segments, fibre by fibre.
pub struct Strands {
    /// The vertices of each square.
    pub squares: Vec<[u32; 4]>,
    /// The squares at both ends of each segment.
    pub segments: Vec<[u32; 2]>,
    /// Fibre of each segment.
    pub fibre: Vec<u32>,
    /// The segments that end and begin at each square.
    joints: Vec<[u32; 2]>,
}

/// The value of a vertex.
pub fn at(values: &[f64], vertex: u32) -> Vec3 {
    Vec3::from_column_slice(&values[3 * vertex as usize..][..3])
}

/// The mean over a square.
pub fn middle_of(square: &[u32; 4], values: &[f64]) -> Vec3 {
    square.iter().map(|vertex| at(values, *vertex)).sum::<Vec3>() / 4.0
}

/// No segment.
const NONE: u32 = u32::MAX;

impl Strands {
    /// From cuboids whose corners are 0 to 3 round one end and 4 to 7 round the other, one after the other along a fibre.
    pub fn new(cuboids: &[[u32; 8]]) -> Self {
        let (mut squares, mut segments, mut fibre): (Vec<[u32; 4]>, Vec<[u32; 2]>, Vec<u32>) = Default::default();
        let mut joints: Vec<[u32; 2]> = Vec::new();
        for (e, corners) in cuboids.iter().enumerate() {
            let [near, far] = [0, 4].map(|k| std::array::from_fn(|c| corners[k + c]));
            // A fibre goes on where one cuboid ends and the next begins.
            match (squares.last() == Some(&near), joints.last_mut()) {
                (true, Some(joint)) => {
                    fibre.extend(fibre.last().copied());
                    joint[1] = e as u32;
                }
                _ => {
                    fibre.push(fibre.last().map_or(0, |f| f + 1));
                    squares.push(near);
                    joints.push([NONE, e as u32]);
                }
            }
            squares.push(far);
            joints.push([e as u32, NONE]);
            segments.push([squares.len() as u32 - 2, squares.len() as u32 - 1]);
        }
        Self { squares, segments, fibre, joints }
    }

    /// The middles of the squares.
    pub fn middles(&self, x: &[f64], middle: &mut Vec<Vec3>) {
        self.squares.par_iter().map(|square| middle_of(square, x)).collect_into_vec(middle);
    }

    /// 1/M of the squares; 0 for those that are held.
    pub fn inverse_masses(&self, masses: &[f64], inverse: &mut Vec<f64>) {
        let squares = self.squares.par_iter().map(|square| {
            let masses = square.map(|vertex| masses[vertex as usize]);
            // What is held by one corner does not yield.
            if masses.contains(&0.0) { 0.0 } else { 1.0 / masses.iter().sum::<f64>() }
        });
        squares.collect_into_vec(inverse);
    }

    /// The segments that end and begin at a square.
    pub fn neighbours(&self, square: usize) -> [Option<usize>; 2] {
        self.joints[square].map(|e| (e != NONE).then_some(e as usize))
    }

    /// The one or two segments that a square is part of.
    pub fn joins(&self, square: u32) -> impl Iterator<Item = usize> {
        self.neighbours(square as usize).into_iter().flatten()
    }

    /// Values of the squares at both ends of a segment.
    pub fn ends(&self, e: usize, values: &[Vec3]) -> [Vec3; 2] {
        self.segments[e].map(|s| values[s as usize])
    }

    /// Values of the squares of two segments.
    pub fn corners(&self, [e, other]: [u32; 2], values: &[Vec3]) -> [Vec3; 4] {
        let ([a, b], [c, d]) = (self.ends(e as usize, values), self.ends(other as usize, values));
        [a, b, c, d]
    }
}
