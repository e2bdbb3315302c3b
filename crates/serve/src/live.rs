//! The current terrain, and news about it.

use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::watch;

use crate::tiles::Tiles;

/// What pages want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct News {
    /// The [digest](Tiles::digest) of the current terrain.
    pub(crate) digest: String,
    /// Why there is no newer terrain, if the recipe has changed and is wrong.
    pub(crate) error: Option<String>,
    /// Whether the server is stopping.
    pub(crate) is_stopping: bool,
}

/// A handle that replaces the terrain of a running server. Clones are handles of the same server.
#[derive(Clone)]
pub struct Live(Arc<Shared>);

struct Shared {
    current: RwLock<Arc<Tiles>>,
    news: watch::Sender<News>,
}

impl Live {
    pub(crate) fn new(tiles: Tiles) -> Self {
        let news = News { digest: tiles.digest().to_owned(), error: None, is_stopping: false };
        Self(Arc::new(Shared { current: RwLock::new(Arc::new(tiles)), news: watch::Sender::new(news) }))
    }

    /// Serves another terrain from now on. Pages that show the old one load again.
    pub fn replace(&self, tiles: Tiles) {
        let digest = tiles.digest().to_owned();
        let mut current = self.0.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Arc::new(tiles);
        // Under the lock: news of another terrain must not overtake these.
        self.0.news.send_modify(|news| *news = News { digest, error: None, ..news.clone() });
    }

    /// Shows an error on the pages. The server goes on with the current terrain.
    pub fn report(&self, error: String) {
        self.0.news.send_modify(|news| news.error = Some(error));
    }

    pub(crate) fn current(&self) -> Arc<Tiles> {
        Arc::clone(&self.0.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn news(&self) -> watch::Receiver<News> {
        self.0.news.subscribe()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.0.news.borrow().is_stopping
    }

    pub(crate) fn stop(&self) {
        self.0.news.send_modify(|news| news.is_stopping = true);
    }
}
