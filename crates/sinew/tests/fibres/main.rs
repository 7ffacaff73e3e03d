//! Fibres: beam theory, the law of the diagonals, growth, files, scenes.

mod beam;
mod files;
mod growth;
mod law;
mod scenes;
