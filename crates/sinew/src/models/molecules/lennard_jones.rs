//! Lennard-Jones forces between atoms that no bond holds: V = sum over pairs of phi(|x_i - x_j|), phi as in `pair_law`.
//!
//! Neighbours are found by cell lists (`neighbours`); every atom sums over all its partners in ascending order, so that
//! forces are exact and have the same bits for any number of threads and whenever the lists were made. The direct sum over
//! all pairs has the same bits, too: [`LennardJones::direct_force`].
//!
//! The pattern of a world is fixed while neighbours come and go, so the assembled tangent holds the pairs that are nearer than
//! `coupling` in the rest shape and no others; products hold all of them. Beside covalent bonds the force is soft (with
//! epsilon = 5e-21 J, sigma = 2.2e-10 m and 12 u the well has 2e13 rad/s, a tenth of a bond), and Newton's method converges with
//! any coupling. On 1 372 atoms in steps of 10 fs it took 10 iterations and 7 factorizations a step with none, 6 and 1 with
//! 1.6 sigma, 5 and 1 with all pairs, whose factor is three times as dear: so 1.6 sigma is what scenes get by default. Atoms
//! that follow each other in the list are in the pattern, too, which makes all of them one piece.

use std::sync::Mutex;

use sinew_math::near::NearLists;
use sinew_math::parallel::{for_each_chunk, sum_indexed};
use sinew_math::sparse::{BlockMatrix, NOT_FREE, Pattern};

use super::exclusions::Exclusions;
use super::neighbours::{Neighbours, Partners, place};
use super::pair_law::PairLaw;
use crate::mechanics::{Configuration, ForceTerm, Mat3, Role, Span, Vec3};
use crate::models::ModelError;
use crate::models::error::{check_stencils, not_negative};

/// What to give to [`lennard_jones`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The potential of a pair.
    pub law: PairLaw,
    /// Atoms at most this many bonds apart do not feel each other.
    pub bonds_apart: u32,
    /// Lists hold pairs up to cut-off + skin (m).
    pub skin: f64,
    /// Pairs nearer than this at rest are in the assembled tangent (m).
    pub coupling: f64,
}

/// See the module's head.
pub struct LennardJones {
    name: String,
    atoms: Vec<u32>,
    law: PairLaw,
    neighbours: Neighbours,
    /// Pairs in the assembled tangent, as vertices.
    coupled: Vec<[u32; 2]>,
    slots: Vec<Slots>,
    buffers: Mutex<Vec<Vec<f64>>>,
}

/// Where the blocks of a coupled pair go: two diagonals and the one above the diagonal.
#[derive(Debug, Clone, Copy)]
struct Slots {
    diagonal: [Option<usize>; 2],
    between: Option<usize>,
}

/// Atoms of one task.
const CHUNK: usize = 32;

/// The force between the given atoms; `bonds` are pairs of vertices, `rest` the rest positions of all vertices.
pub fn lennard_jones(
    name: impl Into<String>,
    rest: &[f64],
    atoms: Vec<u32>,
    bonds: &[[u32; 2]],
    settings: Settings,
) -> Result<LennardJones, ModelError> {
    let vertices = rest.len() / 3;
    let Settings { law, bonds_apart, skin, coupling } = settings;
    if atoms.is_empty() {
        return Err(ModelError::Empty { what: "the list of atoms" });
    }
    check_stencils("bond", bonds, vertices)?;
    not_negative("epsilon", law.epsilon)?;
    not_negative("coupling", coupling)?;
    let positive = |what, value: f64, need| match value > 0.0 && value.is_finite() {
        true => Ok(()),
        false => Err(ModelError::BadValue { what, value, need }),
    };
    positive("sigma", law.sigma, "a finite length above 0")?;
    positive("skin", skin, "a finite length above 0")?;
    positive("switch", law.on, "a finite length above 0")?;
    positive("cut-off less switch", law.cutoff - law.on, "above 0: smoothing needs room before the cut-off")?;

    // Numbers among the atoms, for bonds that join two of them.
    let mut number = vec![u32::MAX; vertices];
    for (k, atom) in atoms.iter().enumerate() {
        match number.get_mut(*atom as usize) {
            None => return Err(ModelError::VertexOutOfRange { what: "atom", index: k, vertex: *atom, vertices }),
            Some(slot) if *slot != u32::MAX => {
                return Err(ModelError::RepeatedVertex { what: "atom", index: k, vertex: *atom });
            }
            Some(slot) => *slot = k as u32,
        }
    }
    let inner: Vec<[u32; 2]> =
        (bonds.iter()).map(|b| b.map(|v| number[v as usize])).filter(|b| !b.contains(&u32::MAX)).collect();
    let exclusions = Exclusions::new(atoms.len(), &inner, bonds_apart);
    let mut coupled = Vec::new();
    if coupling > 0.0 {
        let places: Vec<[f64; 3]> = atoms.iter().map(|a| place(rest, *a)).collect();
        let mut near = NearLists::default();
        near.search(&places, coupling, |i, j| i < j && exclusions.allow(i, j));
        for (i, atom) in atoms.iter().enumerate() {
            coupled.extend(near.of(i).iter().map(|j| [*atom, atoms[*j as usize]]));
        }
    }
    let neighbours = Neighbours::new(exclusions, law.cutoff, skin);
    Ok(LennardJones {
        name: name.into(),
        atoms,
        law,
        neighbours,
        coupled,
        slots: Vec::new(),
        buffers: Mutex::default(),
    })
}

fn point(x: &[f64], v: u32) -> Vec3 {
    Vec3::from(place(x, v))
}

impl LennardJones {
    /// How often neighbours were searched.
    pub fn searches(&self) -> u64 {
        self.neighbours.searches()
    }

    /// f += force as the direct sum over all pairs, for checks.
    pub fn direct_force(&self, at: &Configuration, f: &mut [f64]) {
        self.neighbours.with_all(&self.atoms, |partners| self.add_sums(partners, f, |i, j| self.force_on(at.x, i, j)));
    }

    /// Energy as the direct sum over all pairs.
    pub fn direct_energy(&self, at: &Configuration) -> f64 {
        self.neighbours.with_all(&self.atoms, |partners| self.sum_energy(partners, at.x))
    }

    /// Number of pairs within the cut-off.
    pub fn pairs(&self, at: &Configuration) -> usize {
        let within = |i: u32, j: u32| (point(at.x, j) - point(at.x, i)).norm() < self.law.cutoff;
        self.neighbours.with(&self.atoms, at.x, None, |partners| {
            let mut count = 0;
            for i in 0..self.atoms.len() {
                partners.each(i, |j| count += usize::from(j > i && within(self.atoms[i], self.atoms[j])));
            }
            count
        })
    }

    fn sum_energy(&self, partners: &Partners, x: &[f64]) -> f64 {
        sum_indexed(self.atoms.len(), |i| {
            let here = point(x, self.atoms[i]);
            let mut sum = 0.0;
            partners.each(i, |j| {
                if j > i {
                    sum += self.law.at((point(x, self.atoms[j]) - here).norm_squared()).energy;
                }
            });
            sum
        })
    }

    #[inline]
    fn force_on(&self, x: &[f64], i: u32, j: u32) -> Vec3 {
        let d = point(x, j) - point(x, i);
        d * self.law.at(d.norm_squared()).pull
    }

    /// out_i += sum over the partners j of `pair(i, j)`, both as vertices.
    fn add_sums(&self, partners: &Partners, out: &mut [f64], pair: impl Fn(u32, u32) -> Vec3 + Sync) {
        let mut buffer = self.buffers.lock().expect("no thread panics with the lock held").pop().unwrap_or_default();
        buffer.resize(3 * self.atoms.len(), 0.0);
        for_each_chunk(&mut buffer, 3 * CHUNK, |chunk, sums| {
            for (k, to) in sums.chunks_exact_mut(3).enumerate() {
                let i = chunk * CHUNK + k;
                let mut sum = Vec3::zeros();
                partners.each(i, |j| sum += pair(self.atoms[i], self.atoms[j]));
                to.copy_from_slice(sum.as_slice());
            }
        });
        for (atom, sum) in self.atoms.iter().zip(buffer.chunks_exact(3)) {
            (0..3).for_each(|c| out[3 * *atom as usize + c] += sum[c]);
        }
        self.buffers.lock().expect("no thread panics with the lock held").push(buffer);
    }

    /// phi'/r I + (phi'' - phi'/r) n n^T
    fn hessian(&self, d: &Vec3, projected: bool) -> Mat3 {
        let s = d.norm_squared();
        let pair = self.law.at(s);
        let (mut across, mut along) = (pair.pull, pair.curvature);
        if projected {
            (across, along) = (across.max(0.0), along.max(0.0));
        }
        Mat3::from_diagonal_element(across) + d * d.transpose() * ((along - across) / s)
    }
}

impl ForceTerm for LennardJones {
    fn name(&self) -> &str {
        &self.name
    }

    fn role(&self) -> Role {
        Role::Elastic
    }

    fn elements(&self) -> usize {
        self.atoms.len()
    }

    fn couplings(&self, visit: &mut dyn FnMut(u32, u32)) {
        self.coupled.iter().for_each(|[a, b]| visit(*a, *b));
        self.atoms.windows(2).for_each(|w| visit(w[0], w[1]));
    }

    fn bind(&mut self, free: &[u32], pattern: &Pattern) {
        let slots = |pair: &[u32; 2]| {
            let rows = pair.map(|v| free[v as usize]);
            let [low, high] = [rows[0].min(rows[1]), rows[0].max(rows[1])];
            Slots {
                diagonal: rows.map(|r| (r != NOT_FREE).then(|| pattern.row(r as usize).start)),
                between: if high == NOT_FREE { None } else { pattern.slot(low, high) },
            }
        };
        self.slots = self.coupled.iter().map(slots).collect();
    }

    fn energy(&self, at: &Configuration) -> f64 {
        self.neighbours.with(&self.atoms, at.x, None, |partners| self.sum_energy(partners, at.x))
    }

    fn add_force(&self, at: &Configuration, f: &mut [f64]) {
        self.neighbours.with(&self.atoms, at.x, None, |partners| {
            self.add_sums(partners, f, |i, j| self.force_on(at.x, i, j));
        });
    }

    fn add_force_difference(&self, a: &Configuration, b: &Configuration, out: &mut [f64]) {
        self.neighbours.with(&self.atoms, a.x, Some(b.x), |partners| {
            self.add_sums(partners, out, |i, j| {
                let (d0, d1) = (point(a.x, j) - point(a.x, i), point(b.x, j) - point(b.x, i));
                let delta = (point(b.x, j) - point(a.x, j)) - (point(b.x, i) - point(a.x, i));
                let (s0, s1) = (d0.norm_squared(), d1.norm_squared());
                // p1 d1 - p0 d0 = p1 delta + (p1 - p0) d0
                delta * self.law.at(s1).pull + d0 * self.law.pull_change(s0, s1, delta.dot(&(d0 + d1)))
            });
        });
    }

    fn add_stiffness_product(&self, at: &Configuration, dx: &[f64], out: &mut [f64]) {
        self.neighbours.with(&self.atoms, at.x, None, |partners| {
            self.add_sums(partners, out, |i, j| {
                self.hessian(&(point(at.x, j) - point(at.x, i)), false) * (point(dx, i) - point(dx, j))
            });
        });
    }

    fn add_tangent(&self, at: &Configuration, stiffness: f64, _damping: f64, projected: bool, a: &mut BlockMatrix) {
        if stiffness == 0.0 {
            return;
        }
        for ([i, j], slots) in self.coupled.iter().zip(&self.slots) {
            let hessian = self.hessian(&(point(at.x, *j) - point(at.x, *i)), projected) * stiffness;
            let mut add = |slot: Option<usize>, sign: f64| {
                if let Some(slot) = slot {
                    a.block_mut(slot).iter_mut().zip(&hessian).for_each(|(a, h)| *a += sign * h);
                }
            };
            slots.diagonal.into_iter().for_each(|slot| add(slot, 1.0));
            add(slots.between, -1.0);
        }
    }

    fn tangent_is_exact(&self) -> bool {
        false
    }

    fn add_mean_force(&self, step: &Span, f: &mut [f64]) {
        let [x0, x1] = step.x;
        self.neighbours.with(&self.atoms, x0, Some(x1), |partners| {
            self.add_sums(partners, f, |i, j| {
                let (d0, d1) = (point(x0, j) - point(x0, i), point(x1, j) - point(x1, i));
                (d0 + d1) * (0.5 * self.law.mean_pull(d0.norm_squared(), d1.norm_squared()))
            });
        });
    }

    fn frequency_bound(&self, at: &Configuration, masses: &[f64]) -> f64 {
        // x^T K x of a pair is at most k |d_i - d_j|^2 <= k (1/m_i + 1/m_j) (m_i d_i^2 + m_j d_j^2).
        self.neighbours.with(&self.atoms, at.x, None, |partners| {
            let of = |i: usize| {
                let here = self.atoms[i];
                let mut sum = 0.0;
                partners.each(i, |j| {
                    let pair = self.law.at((point(at.x, self.atoms[j]) - point(at.x, here)).norm_squared());
                    let light = 1.0 / masses[here as usize] + 1.0 / masses[self.atoms[j] as usize];
                    sum += pair.curvature.max(pair.pull).max(0.0) * light;
                });
                sum
            };
            (0..self.atoms.len()).map(of).fold(0.0, f64::max)
        })
    }
}
