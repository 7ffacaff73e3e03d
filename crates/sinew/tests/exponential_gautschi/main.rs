//! The trigonometric two-step schemes `eti`, `ceti` and `neti`: orders, exactness, structure, limits, and the misprints
//! of the paper they come from. Bounds stand beside the numbers that were measured.

#[path = "../common"]
mod common {
    pub mod problems;
    pub mod running;
}

mod dense;
mod fermi_pasta_ulam;
mod linear;
mod misprints;
mod orders;
mod structure;
mod warped;

/// Names of all filter pairs; the second value: has a one-step form.
const FILTERS: [(&str, bool); 6] = [
    ("gautschi", false),
    ("deuflhard", true),
    ("garcia-archilla", true),
    ("hochbruck-lubich", false),
    ("hairer-lubich", true),
    ("grimm-hochbruck", true),
];

/// The options of `eti` with each filter in each of its forms.
fn every_form() -> Vec<String> {
    let mut all = Vec::new();
    for (filter, one_step) in FILTERS {
        all.push(format!("filter = \"{filter}\""));
        if one_step {
            all.push(format!("filter = \"{filter}\"\nform = \"one-step\""));
        }
    }
    all
}
