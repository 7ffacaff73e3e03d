//! Lennard-Jones forces: derivatives, cell lists against the direct sum, momenta, and energy over many steps.

use sinew::mechanics::check::{self, Sample, discrepancy};
use sinew::mechanics::{Configuration, ForceTerm, Span};
use sinew::models::molecules::{LennardJones, PairLaw, Settings, lennard_jones};
use sinew_math::parallel::dot;

use crate::support::{Random, build, complaint, point};

/// A shaken cubic grid of side n with nearest distance about 1.1 sigma, bonded along x.
fn crystal(n: usize, shake: f64) -> (Vec<f64>, Vec<[u32; 2]>) {
    let mut random = Random(3);
    let mut x = Vec::new();
    let mut bonds = Vec::new();
    for i in 0..n * n * n {
        let at = [i % n, i / n % n, i / (n * n)];
        x.extend(at.map(|k| 1.1 * k as f64 + shake * random.next()));
        if at[0] + 1 < n {
            bonds.push([i as u32, i as u32 + 1]);
        }
    }
    (x, bonds)
}

fn settings(coupling: f64) -> Settings {
    let law = PairLaw { epsilon: 1.5, sigma: 1.0, on: 1.9, cutoff: 2.4 };
    Settings { law, bonds_apart: 2, skin: 0.3, coupling }
}

fn term(x: &[f64], bonds: &[[u32; 2]], coupling: f64) -> LennardJones {
    let atoms = (0..x.len() as u32 / 3).collect();
    lennard_jones("pairs", x, atoms, bonds, settings(coupling)).expect("sensible numbers")
}

fn sample(x: Vec<f64>) -> Sample {
    Sample { t: 0.0, v: vec![0.0; x.len()], x }
}

#[test]
fn force_and_stiffness_are_derivatives() {
    for (seed, shake) in [(1, 0.02), (2, 0.1)] {
        let (x, bonds) = crystal(4, shake);
        let term = term(&x, &bonds, 0.0);
        let s = sample(x);
        let mut random = Random(seed);
        let dx = random.vector(s.x.len());
        // Central differences of step 1e-6 leave 1e-10; the third derivative of the potential is about 1e3 of the force.
        let eps = 1e-6;
        assert!(check::force_against_energy(&term, &s, &dx, eps) < 1e-7);
        assert!(check::stiffness_against_force(&term, &s, &dx, eps) < 1e-7);
        for step in [1e-2, 1e-5, 1e-8] {
            let near = s.moved(step, &random.vector(s.x.len()));
            // The plain difference of forces of size 1e2 has 1e-14 of rounding.
            let off = check::force_difference(&term, &s, &near);
            assert!(off < 1e-13 / step + 1e-9, "{step}: {off:e}");
        }
    }
}

#[test]
fn the_assembled_tangent_is_that_of_the_coupled_pairs() {
    use sinew_math::operator::LinearOperator;
    use sinew_math::sparse::{BlockMatrix, Pattern};
    let (x, bonds) = crystal(4, 0.1);
    // Coupled farther than the cut-off, the tangent is the true one; with nothing coupled it is zero.
    for (coupling, share) in [(3.0, 1.0), (0.0, 0.0)] {
        let mut term = term(&x, &bonds, coupling);
        let n = x.len() / 3;
        let mut pairs = Vec::new();
        term.couplings(&mut |i, j| pairs.push((i, j)));
        let pattern = std::sync::Arc::new(Pattern::new(n, pairs));
        term.bind(&(0..n as u32).collect::<Vec<_>>(), &pattern);
        let mut a = BlockMatrix::new(pattern);
        let s = sample(x.clone());
        term.add_tangent(&s.at(), 2.0, 0.0, false, &mut a);
        let dx = Random(9).vector(x.len());
        let (mut assembled, mut product) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        a.apply(&dx, &mut assembled);
        term.add_stiffness_product(&s.at(), &dx, &mut product);
        product.iter_mut().for_each(|p| *p *= 2.0 * share);
        assert!(discrepancy(&assembled, &product, 1.0) < 1e-13, "{coupling}");
    }
}

#[test]
fn cell_lists_have_the_bits_of_the_direct_sum_wherever_atoms_go() {
    let (x, bonds) = crystal(6, 0.05);
    let term = term(&x, &bonds, 0.0);
    let mut random = Random(21);
    let mut s = sample(x);
    for round in 0..40 {
        let at = s.at();
        let [mut listed, mut direct] = [(); 2].map(|_| vec![0.0; s.x.len()]);
        term.add_force(&at, &mut listed);
        term.direct_force(&at, &mut direct);
        assert!(listed.iter().zip(&direct).all(|(a, b)| a.to_bits() == b.to_bits()), "round {round}");
        assert_eq!(term.energy(&at).to_bits(), term.direct_energy(&at).to_bits());
        let size = if round == 30 { 0.5 } else { 0.02 };
        s = s.moved(size, &random.vector(s.x.len()));
    }
    // Moves of 0.02 sqrt(3) at most leave the half skin of 0.15 after four rounds at the earliest.
    println!("{} searches in 160 evaluations", term.searches());
    assert!((2..=12).contains(&term.searches()), "{}", term.searches());
}

#[test]
fn net_force_and_torque_vanish_and_mean_forces_do_the_work() {
    let (x, bonds) = crystal(5, 0.1);
    let term = term(&x, &bonds, 0.0);
    let mut random = Random(5);
    for step in [1e-9, 1e-4, 0.05, 0.4] {
        let from = sample(x.clone());
        let to = from.moved(step, &random.vector(x.len()));
        let middle = from.moved(0.5, &to.x.iter().zip(&from.x).map(|(b, a)| b - a).collect::<Vec<_>>());
        let rate: Vec<f64> = to.x.iter().zip(&from.x).map(|(b, a)| b - a).collect();
        let at = Configuration { t: 0.5, x: &middle.x, v: &rate };
        let span = Span { t: [0.0, 1.0], x: [&from.x, &to.x], middle: at };
        let mut f = vec![0.0; x.len()];
        term.add_mean_force(&span, &mut f);
        let work = dot(&f, &rate);
        let (before, after) = (term.energy(&from.at()), term.energy(&to.at()));
        // Rounding of the energies, and of the work itself.
        let slack = 1e-13 * (before.abs() + after.abs()) + 1e-9 * work.abs();
        assert!((work + after - before).abs() < slack, "{step}: {work} {}", after - before);
        let scale: f64 = (0..x.len() / 3).map(|i| point(&f, i).norm()).sum();
        let net: sinew::mechanics::Vec3 = (0..x.len() / 3).map(|i| point(&f, i)).sum();
        let torque: sinew::mechanics::Vec3 = (0..x.len() / 3).map(|i| point(&middle.x, i).cross(&point(&f, i))).sum();
        assert!(net.norm() < 1e-13 * scale && torque.norm() < 1e-12 * scale, "{step}");
    }
}

const SMALL: &str = "
    [time]
    dt = 5e-16
    steps = 100000
    [integrator]
    name = 'symplectic-euler'
    [[body]]
    shape = { kind = 'molecule', atoms = 60 }
    springs = { from = 'edges', edge = 400.0 }
    [[force]]
    kind = 'lennard-jones'
    epsilon = 5e-21
    sigma = 2.2e-10
";

/// Largest excursion of the total energy, and the drift: the difference of its means over the first and the last tenth, both
/// relative to the mean kinetic energy.
fn energy_error(steps: usize) -> (f64, f64) {
    let mut built = build(SMALL);
    let start = built.simulation.record().energy.total();
    let (mut worst, mut kinetic) = (0.0f64, 0.0);
    let mut means = [0.0; 10];
    for k in 0..steps {
        let energy = built.simulation.step().expect("stable").energy;
        worst = worst.max((energy.total() - start).abs());
        kinetic += energy.kinetic / steps as f64;
        means[k * 10 / steps] += (energy.total() - start) / (steps / 10) as f64;
    }
    (worst / kinetic, (means[9] - means[0]).abs() / kinetic)
}

#[test]
fn energy_neither_drifts_nor_wanders() {
    // omega h = 0.14 for the stiffest bond: symplectic Euler wavers by omega h/2 of the energy in it, without drift.
    let (worst, drift) = energy_error(2_000);
    println!("2 000 steps: {worst:.1e} of the kinetic energy at worst, drift {drift:.1e}");
    assert!(worst < 0.3 && drift < 0.03);
}

#[test]
#[ignore = "1e5 steps, seconds in release; the test above is the same over fewer"]
fn energy_does_not_drift_over_1e5_steps() {
    let (worst, drift) = energy_error(100_000);
    println!("100 000 steps: {worst:.1e} of the kinetic energy at worst, drift {drift:.1e}");
    assert!(worst < 0.3 && drift < 0.03);
}

#[test]
fn energy_momentum_keeps_the_energy_of_a_molecule_exactly() {
    let mut built = build(&SMALL.replace("symplectic-euler", "energy-momentum").replace("5e-16", "4e-15"));
    let start = *built.simulation.record();
    let mut kinetic = 0.0f64;
    for _ in 0..50 {
        built.simulation.step().expect("converges");
        kinetic = kinetic.max(built.simulation.record().energy.kinetic);
    }
    let end = built.simulation.record();
    let off = (end.energy.total() - start.energy.total()).abs();
    println!("energy off by {:.1e} of the kinetic energy", off / kinetic);
    // Newton's tolerance on forces, over fifty steps.
    assert!(off < 1e-6 * kinetic);
}

#[test]
fn odd_numbers_get_a_sentence() {
    for (old, new, words) in [
        ("sigma = 2.2e-10", "sigma = 0.0", "must be above 0"),
        ("sigma = 2.2e-10", "sigma = 2.2e-10\nswitch = 6e-10", "smoothing needs room"),
        ("epsilon = 5e-21", "epsilom = 5e-21", "did you mean `epsilon`"),
        ("sigma = 2.2e-10", "sigma = 2.2e-10\nbody = 'water'", "no body is named `water`"),
        ("atoms = 60", "atoms = 1", "`atoms` is 1; it must be at least 2"),
    ] {
        assert!(SMALL.contains(old));
        let message = complaint(&SMALL.replace(old, new));
        assert!(message.contains(words), "{message}");
    }
}
