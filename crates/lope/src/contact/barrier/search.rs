//! The finder while somebody asks it, with a stopwatch: what detection costs is told with every step.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::finder::Finder;
use crate::clock::Stopwatch;

/// The finder, lent out; the time until it is given back is added up.
pub(super) struct Search<'a> {
    finder: MutexGuard<'a, Finder>,
    watch: Stopwatch,
    spent: &'a Mutex<Duration>,
}

impl<'a> Search<'a> {
    pub(super) fn new(finder: MutexGuard<'a, Finder>, spent: &'a Mutex<Duration>) -> Self {
        Self { finder, watch: Stopwatch::start(), spent }
    }
}

impl Deref for Search<'_> {
    type Target = Finder;

    fn deref(&self) -> &Finder {
        &self.finder
    }
}

impl DerefMut for Search<'_> {
    fn deref_mut(&mut self) -> &mut Finder {
        &mut self.finder
    }
}

impl Drop for Search<'_> {
    fn drop(&mut self) {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner) += self.watch.elapsed();
    }
}
