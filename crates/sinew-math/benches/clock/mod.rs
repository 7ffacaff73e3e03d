//! How long something takes, on a machine that has other things to do.

use std::time::Instant;

/// Seconds of one run: the best by the clock, or the mean time on a processor if that is less (a busy machine takes the
/// processor away, and only short runs escape it).
pub fn time(mut work: impl FnMut()) -> f64 {
    work();
    let (start, on_processor, mut best, mut runs) = (Instant::now(), processor_seconds(), f64::INFINITY, 0.0);
    // Three runs, unless one of them already takes long.
    while start.elapsed().as_secs_f64() < 0.5 || runs < 3.0 && start.elapsed().as_secs_f64() < 5.0 {
        let t = Instant::now();
        work();
        best = best.min(t.elapsed().as_secs_f64());
        runs += 1.0;
    }
    match (on_processor, processor_seconds()) {
        (Some(from), Some(to)) if to - from > 0.05 => best.min((to - from) / runs),
        _ => best,
    }
}

/// Time this thread has spent on a processor, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|ns| ns / 1e9)
}
