//! Rows that `sinew list` and the scene reader enumerate.

/// One kind of load, damping or obstacle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// Name in scene files.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}
