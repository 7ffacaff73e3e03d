//! Damping: Rayleigh, strain rate, air drag, and damping that leaves rigid motion alone.
