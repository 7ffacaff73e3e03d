//! Mesh files: what is written reads back the same, samples of every dialect are understood, and no broken file does harm.

mod broken;
mod dialects;
mod round_trips;
mod samples;
