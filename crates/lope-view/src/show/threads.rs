//! Threads of the simulation, and one for whoever draws.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of the simulation, and those it makes do with where a browser needs one to draw. On two cores that share both, 21 to
/// 29 pictures a second were shown, and 29 to 30 with a thread each. A step has the same bits either way.
#[derive(Default)]
pub(super) struct Threads {
    fewer: Option<ThreadPool>,
}

impl Threads {
    /// Does something with all threads, or with all but one.
    pub(super) fn leave_one<T: Send>(&mut self, leave: bool, act: impl FnOnce() -> T + Send) -> T {
        let all = rayon::current_num_threads();
        if !leave || all == 1 {
            return act();
        }
        if self.fewer.is_none() {
            self.fewer = ThreadPoolBuilder::new().num_threads(all - 1).build().ok();
        }
        match &self.fewer {
            Some(fewer) => fewer.install(act),
            None => act(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_left_where_there_are_several() {
        for all in [1, 2, 5] {
            let pool = ThreadPoolBuilder::new().num_threads(all).build().unwrap();
            pool.install(|| {
                let mut threads = Threads::default();
                assert_eq!(threads.leave_one(false, rayon::current_num_threads), all);
                assert_eq!(threads.leave_one(true, rayon::current_num_threads), (all - 1).max(1));
            });
        }
    }
}
