//! One stiff spring on a pin, stretched and thrown sideways: the scene `simple-spring`, six periods a step.

use sinew::scene::Scene;

use super::*;

#[test]
fn explore() {
    for (name, options) in
        [(EXACT, ""), (EXACT, "tolerance=1e-10"), (EXACT, "iteration='gmres'"), (FITTED, ""), (FITTED, "filter=0.0")]
    {
        let mut scene = Scene::from_shipped("simple-spring").expect("shipped");
        scene.set_integrator(name);
        for option in options.split(';').filter(|o| !o.is_empty()) {
            scene.apply_set(&format!("integrator.{option}")).expect("an option");
        }
        let mut run = scene.build().expect("sound").simulation;
        let start = *run.record();
        let (mut energy, mut turn, mut steps) = (0.0f64, 0.0f64, 0);
        for _ in 0..1000 {
            let Ok(r) = run.step() else { break };
            energy = energy.max((r.energy.total() / start.energy.total() - 1.0).abs());
            turn = turn.max(
                (Vec3::from(r.momentum.angular) - Vec3::from(start.momentum.angular)).norm()
                    / Vec3::from(start.momentum.angular).norm(),
            );
            steps += 1;
        }
        println!("{name} {options}: {steps} energy {energy:.1e} L {turn:.1e} {:?}", run.totals().work);
    }
}
