//! A bounded number of engines at work, each of which can be told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use touchstone_lab::desk::DeskError;
use touchstone_search::Stop;

/// Engines at work at once, and how many may wait.
#[derive(Clone, Debug)]
pub struct Pool {
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

/// Why no engine answered.
#[derive(Debug)]
pub enum PoolError {
    /// Too many wait already.
    Busy,
    /// The engine or the game said no.
    Desk(DeskError),
    /// The work broke off.
    Broken,
}

/// Tells a search to stop when whoever asked has gone.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// Counts a waiter for as long as it lives.
struct Waiter(Arc<AtomicUsize>);

impl Drop for Waiter {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Pool {
    /// `engines` at work at once, `most_waiting` in the queue.
    pub fn new(engines: usize, most_waiting: usize) -> Pool {
        Pool {
            places: Arc::new(Semaphore::new(engines.max(1))),
            waiting: Arc::new(AtomicUsize::new(0)),
            most_waiting,
        }
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, PoolError> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.most_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(PoolError::Busy);
        }
        let _waiter = Waiter(self.waiting.clone());
        self.places.clone().acquire_owned().await.map_err(|_| PoolError::Broken)
    }

    /// Runs `work` in a place of the pool. If the caller goes away (its future
    /// is dropped), waiting ends, or the search is told to stop through the
    /// [`Stop`] that `work` was given; the place is free when it really ends.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(Stop) -> Result<T, DeskError> + Send + 'static,
    ) -> Result<T, PoolError> {
        let place = self.place().await?;
        let stop = Stop::new();
        let guard = StopOnDrop(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(stop)
        })
        .await;
        drop(guard);
        match done {
            Ok(Ok(t)) => Ok(t),
            Ok(Err(e)) => Err(PoolError::Desk(e)),
            Err(_) => Err(PoolError::Broken),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
    }

    #[test]
    fn who_goes_away_stops_the_search_and_frees_the_place() {
        runtime().block_on(async {
            let pool = Pool::new(1, 8);
            let slow = pool.run(|stop| {
                let begun = Instant::now();
                while !stop.is_raised() && begun.elapsed() < Duration::from_secs(20) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            });
            assert!(tokio::time::timeout(Duration::from_millis(50), slow).await.is_err());
            let next = tokio::time::timeout(Duration::from_secs(5), pool.run(|_| Ok(7))).await;
            assert_eq!(next.unwrap().unwrap(), 7);
        });
    }

    #[test]
    fn a_full_queue_says_busy() {
        runtime().block_on(async {
            let pool = Pool::new(1, 1);
            let p = pool.clone();
            let first = tokio::spawn(async move {
                p.run(|_| {
                    std::thread::sleep(Duration::from_millis(300));
                    Ok(())
                })
                .await
            });
            tokio::time::sleep(Duration::from_millis(60)).await;
            let p = pool.clone();
            let second = tokio::spawn(async move { p.run(|_| Ok(())).await });
            tokio::time::sleep(Duration::from_millis(60)).await;
            assert!(matches!(pool.run(|_| Ok(())).await, Err(PoolError::Busy)));
            assert!(first.await.unwrap().is_ok());
            assert!(second.await.unwrap().is_ok());
            assert!(pool.run(|_| Ok(())).await.is_ok());
        });
    }
}
