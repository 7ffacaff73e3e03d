//! Stiff elastodynamics: deformable things moved through time with frame-sized steps.
//!
//! The tree reads like the mathematics. [`mechanics`] says what a mechanical system is, [`models`] and [`contact`]
//! are made of force terms, [`integrators`] step any system, [`simulation`] brings them together, and [`live`] changes them
//! while they run.

pub mod alarm;
pub mod catalog;
pub mod compare;
pub mod contact;
pub mod integrators;
pub mod live;
pub mod mechanics;
pub mod mesh;
pub mod models;
pub mod output;
pub mod recorder;
pub mod scene;
pub mod simulation;
pub mod tetrahedralize;
