//! Ctrl-C: the first press asks to stop after the current step, the second leaves at once.

use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts listening.
pub fn listen() {
    // A second call (or a system without signals) leaves the default: Ctrl-C ends the program.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether somebody asked to stop.
pub fn asked() -> bool {
    ASKED.load(SeqCst)
}
