//! Same bits for any number of threads, and runs that go on after a save.

use super::*;
