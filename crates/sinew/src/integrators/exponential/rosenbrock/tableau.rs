//! The numbers of an exponential Rosenbrock scheme: nodes c_i and the phi functions that weigh the remainders.
//!
//! U_i = u + c_i h phi_1(c_i h J) F, R_i = F(U_i) - F(u) - J (U_i - u), u_{n+1} = u + h phi_1(h J) F + h sum_k phi_k(h J) sum_i w_ki R_i.

/// sum_i w_i phi_k(h J) R_i
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// k
    pub phi: u32,
    /// w_i, one per node.
    pub weights: &'static [f64],
}

/// Nodes and rows; without nodes the scheme is h phi_1(h J) F alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tableau {
    /// c_i
    pub nodes: &'static [f64],
    /// Without the last row the scheme is of lower order: what that row adds is the estimate of the error.
    pub rows: &'static [Row],
    /// Order of a relative error h^p of one step: of the scheme, and of the scheme without its last row.
    pub orders: [u32; 2],
}

/// A scheme of the family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Method {
    /// Name in scene files.
    pub name: &'static str,
    /// With J the Jacobian at the state of the step.
    pub step: Tableau,
    /// With J the constant stiffness at rest. R_i is then of first order in h and not of second, so the weights above
    /// would give order 1: these satisfy sum_i b_i c_i = phi_2.
    pub rest: Tableau,
}
