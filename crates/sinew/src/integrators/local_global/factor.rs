//! The factor of a stage's matrix A = M/s + c E + L, and what contact adds to it.
//!
//! Vertices in contact add k n n^T, and which ones they are changes in every iteration. Two ways, by counted flops:
//!
//! - low rank: exact, one more solve an iteration, and a third of a solve for each vertex that touches for the first time
//!   in the whole simulation;
//! - a second factor of A with k on the diagonal of the touching vertices, made anew when the set changes: for more contacts
//!   than low rank can take, or more new ones than a factorization costs. It also holds vertices along the surface,
//!   so they slide with a delay. Until low rank has learned all touching vertices, as many as the iterations allow are
//!   added in every solve.

use std::sync::Arc;

use sinew_math::solve::{Contact, ContactUpdate, Precision, ScalarAnalysis, ScalarCholesky, SolveError};
use sinew_math::sparse::ScalarMatrix;

use crate::integrators::Work;
use crate::mechanics::{MechanicalSystem, State};

/// More contacts than this are too many for low rank.
const LARGEST_RANK: usize = 512;
/// Contacts stiffer than this, compared with A, need a factor in double precision.
const STIFFEST_SINGLE: f64 = 100.0;
/// Factorizations that contact may cost in one solve of a stage.
const REFACTORIZATIONS: usize = 2;

/// The matrix of one stage and its factors.
pub struct Factor {
    matrix: ScalarMatrix,
    cholesky: ScalarCholesky,
    update: ContactUpdate,
    contacts: Vec<Contact>,
    unknown: Vec<u32>,
    stiffened: Option<Stiffened>,
    /// What is left of this solve's allowance.
    learning: usize,
    factorizing: usize,
}

/// The factor of A with stiffness on the diagonal.
struct Stiffened {
    matrix: ScalarMatrix,
    cholesky: ScalarCholesky,
    /// Stiffness by vertex, ascending.
    diagonal: Vec<(u32, f64)>,
    wanted: Vec<(u32, f64)>,
}

impl Factor {
    /// Factorizes the matrix.
    pub fn new(analysis: &Arc<ScalarAnalysis>, matrix: ScalarMatrix) -> Result<Self, SolveError> {
        let mut cholesky = ScalarCholesky::new(analysis.clone(), Precision::Auto);
        cholesky.factorize(&matrix)?;
        Ok(Self {
            matrix,
            cholesky,
            update: ContactUpdate::default(),
            contacts: Vec::new(),
            unknown: Vec::new(),
            stiffened: None,
            learning: 0,
            factorizing: 0,
        })
    }

    /// The precision of the solves.
    pub fn precision(&self) -> Option<Precision> {
        self.cholesky.kept_in()
    }

    /// A new solve of so many iterations begins: it has a new allowance.
    pub fn begin(&mut self, iterations: usize) {
        self.learning = iterations;
        self.factorizing = REFACTORIZATIONS;
    }

    /// x = (A + contact at the state)^-1 b
    pub fn solve(
        &mut self,
        system: &dyn MechanicalSystem,
        s: &State,
        b: &[f64],
        x: &mut [f64],
        work: &mut Work,
    ) -> Result<(), SolveError> {
        self.contacts.clear();
        let contacts = &mut self.contacts;
        system.contacts(s, &mut |vertex, n, stiffness| {
            if stiffness > 0.0 {
                contacts.push(Contact { vertex, direction: n.into(), stiffness });
            }
        });
        let mut known = self.learn(work)?;
        if known
            && self.precision() == Some(Precision::Single)
            && self.update.stiffest(&self.contacts) > STIFFEST_SINGLE
        {
            self.cholesky.use_double();
            self.update.forget();
            known = self.learn(work)?;
        }
        if known {
            self.update.set(&self.contacts)?;
            work.solves += 3 * self.update.solve(&mut self.cholesky, b, x)? as u64;
            return Ok(());
        }
        self.stiffen(work)?.solve(b, x)?;
        work.solves += 3;
        Ok(())
    }

    /// Whether low rank can take all contacts, after learning what the allowance allows.
    fn learn(&mut self, work: &mut Work) -> Result<bool, SolveError> {
        self.unknown.clear();
        self.unknown.extend(self.contacts.iter().map(|c| c.vertex).filter(|v| !self.update.knows(*v)));
        self.unknown.sort_unstable();
        self.unknown.dedup();
        let analysis = self.cholesky.analysis();
        let cheap = self.unknown.len().div_ceil(3) as f64 * analysis.solve_flops() <= analysis.flops();
        for three in self.unknown.chunks(3) {
            if !cheap && self.learning == 0 {
                return Ok(false);
            }
            self.learning = self.learning.saturating_sub(1);
            self.update.learn(&mut self.cholesky, three)?;
            work.solves += 3;
        }
        Ok(self.contacts.len() <= LARGEST_RANK)
    }

    /// The factor with the contacts on the diagonal.
    fn stiffen(&mut self, work: &mut Work) -> Result<&mut ScalarCholesky, SolveError> {
        let Self { matrix, cholesky, contacts, stiffened, factorizing, .. } = self;
        let stiffened = stiffened.get_or_insert_with(|| Stiffened {
            matrix: matrix.clone(),
            cholesky: ScalarCholesky::new(cholesky.analysis().clone(), Precision::Auto),
            diagonal: Vec::new(),
            wanted: Vec::new(),
        });
        let Stiffened { matrix: sum, cholesky, diagonal, wanted } = stiffened;
        wanted.clear();
        wanted.extend(contacts.iter().map(|c| (c.vertex, c.stiffness)));
        wanted.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        if cholesky.kept_in().is_none() || *factorizing > 0 && wanted != diagonal {
            *factorizing = factorizing.saturating_sub(1);
            sum.values_mut().copy_from_slice(matrix.values());
            for (vertex, stiffness) in &*wanted {
                sum.add(*vertex, *vertex, *stiffness);
            }
            work.factorizations += 1;
            // Until it has succeeded nothing can be said about what the factor holds.
            diagonal.clear();
            cholesky.factorize(sum)?;
            std::mem::swap(diagonal, wanted);
        }
        Ok(cholesky)
    }
}
