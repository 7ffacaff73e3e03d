//! Strain, stress and energy density of elements against closed forms.

use sinew::mechanics::{Configuration, ForceTerm, Gauge, Mat3, Vec3};
use sinew::models::solids::materials::CATALOG;
use sinew::models::solids::{Lame, RestTets, warped};

use crate::common::*;

fn gauges(term: &dyn ForceTerm, x: &[f64], gauge: Gauge) -> Vec<f64> {
    let (mut out, v) = (Vec::new(), vec![0.0; x.len()]);
    term.element_gauges(&Configuration { t: 0.0, x, v: &v }, gauge, &mut out);
    assert_eq!(out.len(), term.elements());
    out
}

/// Principal Cauchy stresses of a bar stretched by s along x and by q across.
fn stresses(material: &str, Lame { mu, lambda }: Lame, s: f64, q: f64) -> [f64; 2] {
    let (j, trace) = (s * q * q, s + 2.0 * q - 3.0);
    let piola = |f: f64| match material {
        "linear" | "corotated" => 2.0 * mu * (f - 1.0) + lambda * trace,
        "arap" => 2.0 * mu * (f - 1.0),
        "stvk" => f * (mu * (f * f - 1.0) + 0.5 * lambda * (s * s + 2.0 * q * q - 3.0)),
        "neo-hookean" => mu * (f - 1.0 / f) + lambda * j.ln() / f,
        "stable-neo-hookean" => {
            let (m, l) = (4.0 / 3.0 * mu, lambda + 5.0 / 6.0 * mu);
            let i = s * s + 2.0 * q * q;
            m * (1.0 - 1.0 / (i + 1.0)) * f + l * (j - 1.0 - 0.75 * m / l) * j / f
        }
        other => panic!("no closed form of {other}"),
    };
    [s, q].map(|f| piola(f) * f / j)
}

#[test]
fn a_stretched_bar_has_the_stress_of_its_material() {
    let mesh = cube();
    let lame = Lame::from_young(YOUNG, POISSON).expect("sound moduli");
    for entry in CATALOG {
        let term = term(entry, &mesh);
        for (s, q) in [(1.3, 0.9), (0.8, 1.0), (1.0, 1.2)] {
            let [along, across] = stresses(entry.name, lame, s, q);
            // Turned as well, which all but `linear` must not notice.
            let turn = if entry.name == "linear" { Mat3::identity() } else { Random(8).rotation() };
            let x = mapped(&mesh.0, &(turn * Mat3::from_diagonal(&Vec3::new(s, q, q))));
            for found in gauges(&*term, &x, Gauge::Stress) {
                // Two equal principal stresses: von Mises is the difference.
                let expected = (along - across).abs();
                assert!((found - expected).abs() < 1e-10 * YOUNG, "{} {s} {q}: {found} {expected}", entry.name);
            }
            for found in gauges(&*term, &x, Gauge::Strain) {
                assert!((found - (s - 1.0).abs().max((q - 1.0).abs())).abs() < 1e-13, "{found}");
            }
        }
    }
}

#[test]
fn energy_densities_times_volumes_are_the_energy_and_turning_costs_nothing() {
    let mesh = cube();
    let rest = RestTets::new(&mesh.0, &mesh.1).expect("sound tets");
    let lame = Lame::from_young(YOUNG, POISSON).expect("sound moduli");
    let mut terms: Vec<_> = CATALOG.iter().map(|entry| (entry.name, term(entry, &mesh))).collect();
    terms.push(("nodal", warped::nodal("nodal", lame, &mesh.0, &mesh.1).expect("sound tets")));
    terms.push(("element", warped::element("element", lame, &mesh.0, &mesh.1).expect("sound tets")));
    for (name, term) in terms {
        let mut random = Random(11);
        let x: Vec<f64> = mesh.0.iter().map(|x| x + 0.05 * random.next()).collect();
        let v = vec![0.0; x.len()];
        let energy = term.energy(&Configuration { t: 0.0, x: &x, v: &v });
        let densities = gauges(&*term, &x, Gauge::EnergyDensity);
        let sum: f64 = densities.iter().enumerate().map(|(e, d)| d * rest.shape(e).volume).sum();
        assert!(energy > 0.0 && (sum - energy).abs() < 1e-12 * energy, "{name}: {sum} {energy}");

        let turned: Vec<f64> = mapped(&mesh.0, &random.rotation()).iter().map(|x| x + 2.0).collect();
        for (gauge, size) in [(Gauge::Strain, 1.0), (Gauge::Stress, YOUNG), (Gauge::EnergyDensity, YOUNG)] {
            let largest = gauges(&*term, &turned, gauge).into_iter().fold(0.0, f64::max);
            match (name, gauge) {
                ("linear", Gauge::Stress | Gauge::EnergyDensity) => assert!(largest > 0.01 * size, "{largest}"),
                _ => assert!(largest < 1e-12 * size, "{name} {gauge:?}: {largest:e}"),
            }
        }
    }
}
