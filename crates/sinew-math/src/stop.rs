//! Who wants the work under way to end: a flag that every long loop looks at, known to the thread that works.
//!
//! A loop asks ([`asked`]) once an iteration and ends with an error of its own. A library call that cannot ask (an order, a
//! factorization) is made on a thread of its own ([`or_leave`]): when the flag goes up it is left behind, finishes for
//! nobody and frees what it was given. Nothing here changes a number: work that is not stopped has the same bits.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

thread_local! {
    static FLAG: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// How often a thread that waits for another looks at the flag.
const LOOK: Duration = Duration::from_millis(20);
/// Orders and factors recurse along the elimination tree.
const STACK: usize = 64 << 20;

/// Does some work that ends early once the flag is raised.
pub fn within<R>(flag: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> R {
    struct Back(Option<Arc<AtomicBool>>);
    impl Drop for Back {
        fn drop(&mut self) {
            FLAG.set(self.0.take());
        }
    }
    let _back = Back(FLAG.replace(Some(flag.clone())));
    work()
}

/// The flag of this thread, to be handed on to others that work for it.
pub(crate) fn flag() -> Option<Arc<AtomicBool>> {
    FLAG.with_borrow(Clone::clone)
}

/// Whether somebody wants the work of this thread to end.
pub fn asked() -> bool {
    FLAG.with_borrow(|flag| flag.as_ref().is_some_and(|flag| flag.load(Relaxed)))
}

/// Does work that cannot ask; `None` if it was left behind. Where nobody can ask for an end it is done right here.
pub fn or_leave<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    if asked() {
        return None;
    }
    if FLAG.with_borrow(Option::is_none) {
        return Some(work());
    }
    let (done, result) = channel();
    let builder = std::thread::Builder::new().stack_size(STACK);
    let thread = builder.spawn(move || drop(done.send(work()))).expect("a thread can be started");
    loop {
        match result.recv_timeout(LOOK) {
            Ok(result) => return Some(result),
            Err(RecvTimeoutError::Timeout) if asked() => return None,
            Err(RecvTimeoutError::Timeout) => (),
            // It panicked, and so do we.
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => std::panic::resume_unwind(panic),
                Ok(()) => unreachable!("a thread that ends well has sent its result"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_known_within_its_work_alone() {
        let (outer, inner) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
        assert!(!asked());
        within(&outer, || {
            assert!(asked());
            within(&inner, || assert!(!asked()));
            assert!(asked());
            assert_eq!(std::thread::spawn(asked).join().ok(), Some(false));
        });
        assert!(!asked());
    }

    #[test]
    fn work_that_cannot_ask_is_left_behind() {
        let flag = Arc::new(AtomicBool::new(false));
        assert_eq!(or_leave(|| 1), Some(1));
        within(&flag, || {
            assert_eq!(or_leave(|| 2), Some(2));
            // Work that would never end: it waits for a word that nobody says before it is left.
            let (word, listener) = channel::<()>();
            let raise = flag.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                raise.store(true, Relaxed);
            });
            assert_eq!(or_leave(move || listener.recv().is_err()), None);
            drop(word);
            assert_eq!(or_leave(|| 3), None);
        });
    }

    #[test]
    #[should_panic(expected = "what is wrong there is wrong here")]
    fn a_panic_is_passed_on() {
        within(&Arc::new(AtomicBool::new(false)), || or_leave(|| panic!("what is wrong there is wrong here")));
    }
}
