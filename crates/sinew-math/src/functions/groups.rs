//! Outputs of a request sorted by what one initial value problem delivers: w(t) = sum_l t^l phi_l(t J) u_l with the same u_l, which
//! solves w' = J w + u_1 + t u_2 + .., at several times and each times a factor.

use super::FunctionError;
use super::problem::{Damping, Problem};
use super::request::{Function, Half, Request};

/// (l, vector, half, coefficient) of a part of u_l
type Source = (u32, usize, Half, f64);

/// Outputs that one run delivers: w(t) with the same u_l, each times a factor.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// What the u_l are made of.
    pub sources: Vec<Source>,
    /// (output, half of the result, time, factor)
    pub wanted: Vec<(usize, Half, f64, f64)>,
}

/// The groups of a request; keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Groups {
    list: Vec<Group>,
    sources: Vec<Source>,
}

impl Groups {
    /// The groups of a request of phi functions, or why `engine` cannot treat it.
    pub fn collect(
        &mut self,
        engine: &'static str,
        problem: &Problem<'_>,
        request: &Request<'_>,
    ) -> Result<&[Group], FunctionError> {
        let unsupported = |reason| Err(FunctionError::Unsupported { engine, reason });
        let Self { list, sources } = self;
        let mut used = 0;
        for (o, output) in request.outputs.iter().enumerate() {
            let Some(first) = output.terms.first() else { continue };
            sources.clear();
            let mut half = None;
            for term in &output.terms {
                let (k, row, column) = match (term.function, problem.damping) {
                    (Function::Phi { k, row, column }, _) => (k, row, column),
                    (Function::Stumpff(k), Damping::None) => (k, Half::Position, Half::Position),
                    _ => return unsupported("computes phi functions of J alone: use shift-and-invert for others"),
                };
                if term.time != first.time || *half.get_or_insert(row) != row || term.time == 0.0 {
                    return unsupported("needs one positive time and one half per output");
                }
                // w(t) carries t^l
                let coefficient = term.weight / term.time.powi(k as i32);
                match sources.iter_mut().find(|s| (s.0, s.1, s.2) == (k, term.vector, column)) {
                    Some(s) => s.3 += coefficient,
                    None => sources.push((k, term.vector, column, coefficient)),
                }
            }
            sources.sort_by_key(|s| (s.0, s.1, s.2 == Half::Velocity));
            sources.retain(|s| s.3 != 0.0);
            let Some(factor) = sources.first().map(|s| s.3) else { continue };
            sources.iter_mut().for_each(|s| s.3 /= factor);
            let wanted = (o, half.expect("at least one term"), first.time, factor);
            let close =
                |a: &Source, b: &Source| (a.0, a.1, a.2) == (b.0, b.1, b.2) && (a.3 - b.3).abs() <= 1e-12 * a.3.abs();
            let same = |g: &Group| {
                g.sources.len() == sources.len() && g.sources.iter().zip(&*sources).all(|(a, b)| close(a, b))
            };
            let place = list[..used].iter().position(same).unwrap_or(used);
            if place == used {
                used += 1;
                list.resize_with(used.max(list.len()), Group::default);
                list[place].sources.clone_from(sources);
                list[place].wanted.clear();
            }
            list[place].wanted.push(wanted);
        }
        let groups = &mut list[..used];
        groups.iter_mut().for_each(|g| g.wanted.sort_by(|a, b| a.2.total_cmp(&b.2)));
        Ok(groups)
    }
}
