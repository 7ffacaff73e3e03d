//! EPIRK4s3: two stages close to the start, order 4.
//!
//! U_2 = u_n + h/8 phi_1(h J/8) F, U_3 = u_n + h/9 phi_1(h J/9) F,
//! u_{n+1} = u_n + h phi_1(h J) F + h phi_3(h J) (-1024 R_2 + 1458 R_3) + h phi_4(h J) (27648 R_2 - 34992 R_3).
//! The forward difference of [michels2017] below its eq. 11 has the wrong sign; eq. 20 is right. The remainders are
//! multiplied by 3.5e4, so they are formed element by element, and rounding still shows at 1e-12. Extrapolates from
//! h/8 to h: the first of the family to fail on bodies that turn. Without the phi_4 row the order is 3. For comparison
//! with the paper; exprb42 otherwise. [michels2017]

use super::tableau::{Method, Row, Tableau};
use super::{Rosenbrock, RosenbrockOptions};
use crate::integrators::Entry;
use crate::integrators::options::{parse, schema};

/// Its numbers.
pub const METHOD: Method = Method {
    name: "epirk4s3",
    step: Tableau {
        nodes: &[1.0 / 8.0, 1.0 / 9.0],
        rows: &[Row { phi: 3, weights: &[-1024.0, 1458.0] }, Row { phi: 4, weights: &[27648.0, -34992.0] }],
        orders: [4, 3],
    },
    rest: Tableau {
        nodes: &[1.0 / 8.0, 1.0 / 9.0],
        rows: &[Row { phi: 2, weights: &[-64.0, 81.0] }, Row { phi: 3, weights: &[1152.0, -1296.0] }],
        orders: [2, 2],
    },
};

/// Catalog row.
pub const ENTRY: Entry = Entry {
    name: METHOD.name,
    summary: "EPIRK with stages at h/8 and h/9, order 4",
    source: "michels2017",
    order: 4,
    build: |table| Rosenbrock::build(&METHOD, parse(METHOD.name, table)?),
    schema: schema::<RosenbrockOptions>,
};
