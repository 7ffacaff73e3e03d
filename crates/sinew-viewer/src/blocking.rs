//! The server for programs that are not asynchronous themselves.

use std::time::Duration;

use crate::server::{Options, ServeError, Server};

/// How often it is asked whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Serves until `stopped` says so. `ready` gets the link, once the server listens.
pub fn serve(options: Options, ready: impl FnOnce(&str), stopped: impl Fn() -> bool) -> Result<(), ServeError> {
    // The simulation has its own threads; two are plenty for four windows.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(8)
        .enable_io()
        .enable_time()
        .build()
        .map_err(|e| ServeError::System(e.to_string()))?;
    runtime.block_on(async {
        let server = Server::bind(options).await?;
        ready(&server.link()?);
        let stop = async {
            while !stopped() {
                tokio::time::sleep(GLANCE).await;
            }
        };
        server.run(stop).await
    })
}
