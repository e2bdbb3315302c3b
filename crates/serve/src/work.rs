//! A bound on the work in flight.
//!
//! At most as many tiles are made at once as there are threads, and a bounded number of requests waits. A request beyond that is
//! refused at once, which is cheap, so the others keep their pace. A request that ends while it waits, because its client went away
//! or its time is over, leaves the queue.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Threads, and the queue before them.
pub(crate) struct Workers {
    pool: ThreadPool,
    /// One for each evaluation at once.
    turns: Arc<Semaphore>,
    /// One for each evaluation at once, and for each that waits.
    places: Arc<Semaphore>,
    threads: usize,
    queue: usize,
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The queue is full.
    Busy,
    /// The job panicked.
    Panicked,
}

/// A thread that is free for one job.
pub(crate) struct Turn<'a> {
    pool: &'a ThreadPool,
    permits: (OwnedSemaphorePermit, OwnedSemaphorePermit),
}

impl Workers {
    /// # Errors
    /// The operating system cannot start the threads.
    pub(crate) fn new(threads: usize, queue: usize) -> io::Result<Self> {
        let threads = threads.max(1);
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).thread_name(|index| format!("tiles {index}"));
        Ok(Self {
            pool: pool.build().map_err(io::Error::other)?,
            turns: Arc::new(Semaphore::new(threads)),
            places: Arc::new(Semaphore::new(threads.saturating_add(queue).min(Semaphore::MAX_PERMITS))),
            threads,
            queue,
        })
    }

    /// Waits for a thread.
    ///
    /// # Errors
    /// The queue is full.
    pub(crate) async fn turn(&self) -> Result<Turn<'_>, Failure> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Failure::Busy)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|_| Failure::Busy)?;
        Ok(Turn { pool: &self.pool, permits: (turn, place) })
    }

    /// The number of jobs that run, and the number that wait.
    pub(crate) fn load(&self) -> [usize; 2] {
        let running = self.threads - self.turns.available_permits().min(self.threads);
        let taken = (self.threads + self.queue).saturating_sub(self.places.available_permits());
        [running, taken.saturating_sub(running)]
    }
}

impl Turn<'_> {
    /// Runs a job, which goes on if the caller stops waiting.
    ///
    /// # Errors
    /// The job panicked.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let Self { pool, permits } = self;
        let (sender, receiver) = oneshot::channel();
        pool.spawn(move || {
            // A panic would end the process. The job only reads what outlives it.
            let result = catch_unwind(AssertUnwindSafe(job));
            drop(permits);
            // Ignores that nobody waits any more.
            _ = sender.send(result);
        });
        match receiver.await {
            Ok(Ok(result)) => Ok(result),
            _ => Err(Failure::Panicked),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Duration;

    /// One thread, one place in the queue: the third job is refused, and the second leaves the queue with its caller.
    #[test]
    fn the_queue_is_bounded() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let workers = Arc::new(Workers::new(1, 1).unwrap());
        let (release, gate) = mpsc::channel::<()>();
        let started = Arc::new(tokio::sync::Notify::new());
        runtime.block_on(async {
            let first = tokio::spawn({
                let (workers, started) = (Arc::clone(&workers), Arc::clone(&started));
                let job = move || {
                    started.notify_one();
                    gate.recv().unwrap();
                    1
                };
                async move { workers.turn().await?.run(job).await }
            });
            started.notified().await;
            let second = tokio::spawn({
                let workers = Arc::clone(&workers);
                async move { workers.turn().await?.run(|| 2).await }
            });
            while workers.load() != [1, 1] {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            assert_eq!(workers.turn().await.err(), Some(Failure::Busy));
            second.abort();
            assert!(second.await.is_err());
            assert_eq!(workers.load(), [1, 0]);
            release.send(()).unwrap();
            assert_eq!(first.await.unwrap(), Ok(1));
        });
    }

    /// A job goes on if nobody waits for it, and a panic is an error of one job alone.
    #[test]
    fn jobs_go_on_and_panics_are_errors() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let workers = Workers::new(1, 8).unwrap();
        let (kept, keeper) = mpsc::channel();
        let (release, gate) = mpsc::channel::<()>();
        runtime.block_on(async {
            let job = move || {
                gate.recv().unwrap();
                kept.send(7).unwrap();
            };
            let left = workers.turn().await.unwrap().run(job);
            assert!(tokio::time::timeout(Duration::from_millis(50), left).await.is_err());
            release.send(()).unwrap();
            assert_eq!(keeper.recv_timeout(Duration::from_secs(20)), Ok(7));
            let panicked = workers.turn().await.unwrap().run(|| -> i32 { panic!("on purpose") }).await;
            assert_eq!(panicked, Err(Failure::Panicked));
            assert_eq!(workers.turn().await.unwrap().run(|| 8).await, Ok(8));
        });
    }
}
