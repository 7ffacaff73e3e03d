//! The spinning cube of co-rotated tets of [dinev2018, figs. 4 to 6]: 3 x 3 x 3 vertices, 1 m, 10 rad/s, h = 0.033 s.

use super::*;

/// The cube at rest shape, spinning about the vertical axis through its centre.
pub fn cube(material: &str, young: f64) -> (World, State) {
    let (world, mut s) = Body::block(material, young, 0.3, [1.0; 3], [2; 3]).build();
    let n = s.x.len() / 3;
    let center = s.x.chunks(3).map(Vec3::from_column_slice).sum::<Vec3>() / n as f64;
    for (x, v) in s.x.chunks(3).zip(s.v.chunks_mut(3)) {
        let spin = Vec3::new(0.0, 0.0, 10.0).cross(&(Vec3::from_column_slice(x) - center));
        v.copy_from_slice(spin.as_slice());
    }
    (world, s)
}

/// E = 1e5 Pa (h omega_max about 2): nobody explodes. E = 1e7 Pa (about 23): the midpoint rule and Newmark do, BDF1 and
/// BDF2 lose 99 % and 66 % in 400 steps, the blend stays within a hundredth for 2000.
#[test]
fn energy_stays_where_the_stiff_cube_explodes_or_dies() {
    for (young, stiff) in [(1e5, false), (1e7, true)] {
        let (mut world, start) = cube("corotated", young);
        let mut of = |name: &str| course(make(name, "").as_mut(), &mut world, &start, 0.033, 400);
        let [midpoint, newmark, euler, bdf2] = ["implicit-midpoint", "newmark", "backward-euler", "bdf2"].map(&mut of);
        println!("E {young:.0e}: {midpoint:.3?}\n{newmark:.3?}\n{euler:.3?}\n{bdf2:.3?}");
        assert!(euler.energy < 0.02 && bdf2.energy < 0.4, "die: {euler:?} {bdf2:?}");
        match stiff {
            true => assert!(midpoint.most > 1e3 && newmark.most > 100.0, "explode: {midpoint:?} {newmark:?}"),
            false => assert!(midpoint.most < 1.05 && newmark.least > 0.9, "harmless: {midpoint:?} {newmark:?}"),
        }
        let steps = if stiff { 2000 } else { 400 };
        let ours = course(&mut stabilized(""), &mut world, &start, 0.033, steps);
        println!("stabilized: {ours:.3?}");
        assert_eq!(ours.steps, steps);
        assert!(ours.most < 1.0101 && ours.least > 0.9899, "{ours:?}");
    }
}
