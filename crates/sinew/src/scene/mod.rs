//! The scene file: TOML to a world, a start state and an integrator.
