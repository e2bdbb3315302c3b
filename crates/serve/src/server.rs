//! Accepts connections, with limits on what a client may hold, and stops gracefully.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use orogen_files::Problem;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::http::{Shared, router};
use crate::live::Live;
use crate::options::Options;
use crate::tiles::Tiles;
use crate::work::Workers;

/// The most bytes of a request's header.
const MAX_HEADER: usize = 16 << 10;

/// How often the server looks whether to stop.
const PERIOD: Duration = Duration::from_millis(50);

/// A server that listens on an address.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    router: Router,
    options: Options,
}

impl Server {
    /// Listens on an address, such as `127.0.0.1:8080`; port 0 is any free port. Requests wait until the server [runs](Self::run).
    ///
    /// # Errors
    /// The address is wrong or taken, the allowed origin is not one, or the operating system cannot start threads.
    pub fn bind(address: impl ToSocketAddrs, options: Options, tiles: Tiles) -> Result<Self, Problem> {
        let refused = |error: io::Error| {
            Problem::new(format!("cannot listen: {error}"), "choose another address with --listen HOST:PORT")
        };
        let listener = TcpListener::bind(address).map_err(refused)?;
        listener.set_nonblocking(true).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let workers = Workers::new(options.threads, options.queue).map_err(|error| system(&error))?;
        let shared = Arc::new(Shared::new(&options, Live::new(tiles), workers));
        let router = router(&shared, &options)?;
        Ok(Self { listener, address, shared, router, options })
    }

    /// The address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A handle that replaces the terrain.
    pub fn live(&self) -> Live {
        self.shared.live.clone()
    }

    /// Serves until `is_stopped` returns true. Then the server takes no more connections, and ends when its last answers are sent.
    ///
    /// # Errors
    /// The operating system cannot start threads.
    pub fn run(self, is_stopped: impl Fn() -> bool) -> Result<(), Problem> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| system(&error))?;
        runtime.block_on(self.serve(is_stopped)).map_err(|error| system(&error))?;
        // An evaluation that nobody waits for does not delay the end.
        runtime.shutdown_background();
        Ok(())
    }

    async fn serve(self, is_stopped: impl Fn() -> bool) -> io::Result<()> {
        let Self { listener, shared, router, options, .. } = self;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let graceful = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(options.connections.clamp(1, Semaphore::MAX_PERMITS)));
        let accept = async {
            loop {
                let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
                match listener.accept().await {
                    Ok((stream, _)) => connect(stream, place, &router, &graceful, &options),
                    // Too many open files, for example: existing connections end sooner or later.
                    Err(error) => {
                        tracing::warn!(%error, "a connection was not accepted");
                        tokio::time::sleep(PERIOD).await;
                    }
                }
            }
        };
        let stop = async {
            while !is_stopped() {
                tokio::time::sleep(PERIOD).await;
            }
        };
        futures_util::future::select(std::pin::pin!(accept), std::pin::pin!(stop)).await;
        shared.live.stop();
        if tokio::time::timeout(options.grace, graceful.shutdown()).await.is_err() {
            tracing::warn!("connections were cut: their answers took longer than the time limit");
        }
        Ok(())
    }
}

fn system(error: &io::Error) -> Problem {
    Problem::new(format!("cannot start threads: {error}"), "close other programs")
}

/// Answers the requests of a connection in the background.
fn connect(
    stream: TcpStream,
    place: OwnedSemaphorePermit,
    router: &Router,
    graceful: &GracefulShutdown,
    options: &Options,
) {
    // Small answers are sent at once. If the option cannot be set, they are only later.
    _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    // Without this, a client that never reads its answer would keep it in memory.
    stream.set_write_timeout(Some(options.patience));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(options.patience)
        .max_buf_size(MAX_HEADER)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router.clone()));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended");
        }
        drop(place);
    });
}
