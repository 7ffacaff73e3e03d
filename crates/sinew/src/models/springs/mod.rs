//! Spring networks.
