//! Fibres in an order in which neighbours in space are neighbours in memory.
//!
//! Rounds of impulses and the search jump from a segment to those near it. Hairs are grown all over the head one after
//! the other, so that each jump would be a long one; sorted along Morton's curve through their first points most jumps
//! are short. The order comes from the places at rest, so that a run that is taken up again has the same one.

use crate::mechanics::Vec3;

/// Cells of the curve along an axis: 2 to this power.
const BITS: u32 = 10;

/// Sorts cuboids, fibre by fibre and each from its first to its last, by where fibres begin at rest.
pub fn side_by_side(cuboids: &mut [[u32; 8]], rest: &[f64]) {
    let start = |fibre: &[[u32; 8]]| Vec3::from_column_slice(&rest[3 * fibre[0][0] as usize..][..3]);
    // A fibre goes on where one cuboid ends and the next begins.
    let old = cuboids.to_vec();
    let fibres = || old.chunk_by(|one, next| one[4..] == next[..4]);
    let (low, high) =
        fibres().map(start).fold((Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)), |(low, high), p| {
            (low.inf(&p), high.sup(&p))
        });
    let scale = f64::from(1 << BITS) / (high - low).max();
    let mut sorted: Vec<_> = fibres().map(|fibre| (morton((start(fibre) - low) * scale), fibre)).collect();
    // Fibres that begin in one cell stay as they were.
    sorted.sort_by_key(|(place, _)| *place);
    let all = sorted.into_iter().flat_map(|(_, fibre)| fibre);
    cuboids.iter_mut().zip(all).for_each(|(to, cuboid)| *to = *cuboid);
}

/// The bits of all three coordinates in turns.
fn morton(p: Vec3) -> u32 {
    // Casts cut off and saturate, so fibres in one point are in one cell.
    let cell = p.map(|c| (c as u32).min((1 << BITS) - 1));
    (0..BITS)
        .flat_map(|bit| (0..3).map(move |c| (bit, c)))
        .fold(0, |key, (bit, c)| key | (cell[c] >> bit & 1) << (3 * bit + c as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibres_stay_whole_and_neighbours_come_together() {
        // Two cuboids each, on a line, dealt alternately to both of its ends.
        let places = [0.0, 9.0, 1.0, 8.0, 2.0, 7.0];
        let mut rest = Vec::new();
        let mut cuboids = Vec::new();
        for (k, x) in places.into_iter().enumerate() {
            (0..12).for_each(|_| rest.extend([x, 0.0, 0.0]));
            let first = 12 * k as u32;
            cuboids.extend([0, 4].map(|c| std::array::from_fn::<u32, 8, _>(|i| first + c + i as u32)));
        }
        side_by_side(&mut cuboids, &rest);
        let fibres: Vec<u32> = cuboids.iter().step_by(2).map(|c| c[0] / 12).collect();
        assert_eq!(fibres, [0, 2, 4, 5, 3, 1]);
        assert!(cuboids.chunks(2).all(|pair| pair[0][4..] == pair[1][..4]));
        // All in one point, and none at all.
        side_by_side(&mut cuboids, &vec![1.0; rest.len()]);
        side_by_side(&mut [], &rest);
    }
}
