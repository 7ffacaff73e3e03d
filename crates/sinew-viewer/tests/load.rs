//! Under load: ten thousand vertices, a window that never says what it has seen and one that does. Frames are dropped, memory is
//! bounded, and a drag acts on the next step.

mod common;

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use common::{Running, Window, start};
use sinew::scene::Scene;
use sinew_viewer::KEPT_BYTES;
use tokio_tungstenite::tungstenite::Message;

/// A cloth of 101 x 101 particles, stepped by a fixed number of local/global iterations.
const CLOTH: &str = include_str!("cloth.toml");

/// What a window saw.
#[derive(Default)]
struct Seen {
    frames: usize,
    records: usize,
}

/// Watches until the time is up; a fast window acknowledges its frames, a slow one does not.
async fn watch(mut window: Window, fast: bool, time: Duration) -> Seen {
    let (clock, mut seen) = (Instant::now(), Seen::default());
    while let Ok(left) = time.checked_sub(clock.elapsed()).ok_or(()) {
        let Ok(message) = tokio::time::timeout(left, window.next()).await else { break };
        match message.expect("an open line") {
            Message::Binary(bytes) if bytes[0] == 1 => {
                seen.frames += 1;
                if fast {
                    let serial = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
                    window.say(format!(r#"{{"do":"seen","serial":{serial}}}"#)).await;
                }
            }
            Message::Text(text) => seen.records += usize::from(text.contains(r#""say":"records""#)),
            _ => {}
        }
    }
    seen
}

/// Plays for some time with a hand that never rests. Returns what the slow and the fast window saw.
async fn exercise(server: &Running, cookie: &str, time: Duration) -> [Seen; 2] {
    let mut hand = server.window(cookie).await;
    let scene = hand.said("scene").await;
    assert_eq!(scene["vertices"], 10_201);
    let slow = tokio::spawn(watch(server.window(cookie).await, false, time));
    let fast = tokio::spawn(watch(server.window(cookie).await, true, time));
    hand.say(r#"{"do":"play"}"#).await;
    hand.say(r#"{"do":"colour","by":"strain"}"#).await;
    hand.say(r#"{"do":"grab","pane":0,"vertex":5100,"point":[0,0,0]}"#).await;
    hand.words(|v| v["say"] == "event" && v["text"] == "grabbed").await;
    let clock = Instant::now();
    while clock.elapsed() < time {
        let angle = 2.0 * clock.elapsed().as_secs_f64();
        hand.say(format!(r#"{{"do":"drag","point":[{},{},0.0]}}"#, 0.2 * angle.sin(), 0.1 * angle.cos())).await;
        // Its letters are read in between, or it would be told everything anew.
        let _ = tokio::time::timeout(Duration::from_millis(16), hand.words(|_| false)).await;
    }
    hand.say(r#"{"do":"release"}"#).await;
    hand.words(|v| v["say"] == "event" && v["text"] == "released").await;
    hand.say(r#"{"do":"pause"}"#).await;
    hand.words(|v| v["say"] == "status" && v["playing"] == false).await;
    [slow.await.expect("no panic"), fast.await.expect("no panic")]
}

/// Memory of this process in megabytes, where the system tells.
fn resident() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kb| kb / 1024.0)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_window_is_left_behind_and_a_drag_acts_on_the_next_step() {
    let server = start(Some(Scene::from_str(CLOTH, ".").expect("valid"))).await;
    let cookie = server.enter().await;
    let [slow, fast] = exercise(&server, &cookie, Duration::from_secs(6)).await;
    let tally = &server.tally;
    println!("{tally:?}; slow {} frames, fast {}", slow.frames, fast.frames);
    // Two unseen frames, and the first of the scene: never more, however long it takes.
    assert!(slow.frames <= 2, "{}", slow.frames);
    assert!(slow.records > 0, "rows come all the same");
    assert!(fast.frames > slow.frames + 5, "{}", fast.frames);
    assert!(tally.made.load(Relaxed) > fast.frames as u64 / 2);
    assert!(tally.kept_bytes.load(Relaxed) <= KEPT_BYTES as u64);
    assert!(tally.drags.load(Relaxed) > 20, "{tally:?}");
    // A drag that is heard during a step acts on the next one; the word may just have missed it.
    assert!(tally.slowest_drag.load(Relaxed) <= 1, "{tally:?}");
    server.stop().await;
}

/// Ten minutes; prints memory over time and what drags had to wait for. Not part of the suite.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "ten minutes, prints memory and drags: cargo test --release -p sinew-viewer --test load -- --ignored --nocapture; the short twin above runs in the suite"]
async fn ten_minutes_at_sixty_steps_a_second() {
    let minutes = std::env::var("SINEW_LOAD_MINUTES").ok().and_then(|m| m.parse().ok()).unwrap_or(10.0);
    let server = start(Some(Scene::from_str(CLOTH, ".").expect("valid"))).await;
    let cookie = server.enter().await;
    let time = Duration::from_secs_f64(60.0 * minutes);
    let tally = server.tally.clone();
    let clock = Instant::now();
    let meter = tokio::spawn(async move {
        let mut highest = Vec::new();
        while clock.elapsed() < time {
            tokio::time::sleep(Duration::from_secs(30)).await;
            let (memory, seconds) = (resident().unwrap_or(f64::NAN), clock.elapsed().as_secs_f64());
            let count = |n: &std::sync::atomic::AtomicU64| n.load(Relaxed);
            println!(
                "{seconds:6.0} s: {memory:6.0} MB, {:6} steps ({:.1}/s), {} frames made, {} sent, {} dropped, kept {:.0} MB, {} drags, slowest {} steps and {:.1} ms until seen",
                count(&tally.begun),
                count(&tally.begun) as f64 / seconds,
                count(&tally.made),
                count(&tally.sent),
                count(&tally.dropped),
                count(&tally.kept_bytes) as f64 / 1048576.0,
                count(&tally.drags),
                count(&tally.slowest_drag),
                count(&tally.slowest_sight) as f64 / 1e3,
            );
            highest.push(memory);
        }
        highest
    });
    let [slow, fast] = exercise(&server, &cookie, time).await;
    let memory = meter.await.expect("no panic");
    println!("slow window {} frames, fast window {} frames", slow.frames, fast.frames);
    assert!(slow.frames <= 2 && server.tally.slowest_drag.load(Relaxed) <= 1);
    // Kept frames are full after a few seconds; from then on memory does not grow.
    if let [_, early, .., last] = memory[..] {
        assert!(last < early + 100.0, "{early} MB became {last} MB");
    }
    server.stop().await;
}
