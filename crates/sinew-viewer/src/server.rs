//! The server: page, pictures, links and websockets for the browsers of one user on this machine.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State, WebSocketUpgrade};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use sinew::integrators;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::client::{LONGEST, Wires, serve};
use crate::gallery::{Pictures, cards};
use crate::gate::{Gate, Refusal};
use crate::session::mail::{COMMANDS, Command, SharedTally};
use crate::session::{Session, Start};

/// Windows at a time.
pub const WINDOWS: usize = 4;

const INDEX: &[u8] = include_bytes!("../page/dist/index.html");
const SCRIPT: &[u8] = include_bytes!("../page/dist/viewer.js");
const STYLE: &[u8] = include_bytes!("../page/dist/viewer.css");

/// Everything a page may do: its own script, style, pictures and connection.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What to serve.
pub struct Options {
    /// What to show first.
    pub start: Start,
    /// Port on 127.0.0.1; 0 for any free one.
    pub port: u16,
    /// Where saved sessions go.
    pub runs: PathBuf,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The port is taken, or may not be used.
    #[error("cannot listen on 127.0.0.1:{port}: {reason}; give another --port")]
    Port {
        /// The port asked for.
        port: u16,
        /// What the system said.
        reason: std::io::Error,
    },
    /// No random numbers or no threads.
    #[error("the system refuses what a server needs: {0}")]
    System(String),
}

struct Shared {
    gate: Gate,
    wires: Wires,
    windows: Arc<Semaphore>,
    joined: AtomicU64,
    hello: String,
    pictures: Pictures,
}

/// A server that has its port and its session; [`run`](Self::run) answers.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    session: JoinHandle<()>,
    address: SocketAddr,
}

impl Server {
    /// Takes the port and starts the session.
    pub async fn bind(options: Options) -> Result<Self, ServeError> {
        let port = options.port;
        let taken = |reason| ServeError::Port { port, reason };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let (commands, inbox) = sync_channel(COMMANDS);
        let (newest, frames) = watch::channel(Arc::default());
        let tally = SharedTally::default();
        let catalog = integrators::CATALOG.iter().map(|e| json!({ "name": e.name, "summary": e.summary }));
        let hello = json!({
            "say": "hello", "version": env!("CARGO_PKG_VERSION"), "start": options.start.describe(), "scenes": cards(),
            "integrators": catalog.collect::<Vec<_>>(),
        });
        let (start, runs, counters) = (options.start, options.runs, tally.clone());
        let session = std::thread::Builder::new()
            .name("session".into())
            .spawn(move || Session::new(start, runs, newest, counters).run(&inbox))
            .map_err(|e| ServeError::System(e.to_string()))?;
        let shared = Shared {
            gate: Gate::new(address.port()),
            wires: Wires { commands, frames, tally },
            windows: Arc::new(Semaphore::new(WINDOWS)),
            joined: AtomicU64::new(0),
            hello: hello.to_string(),
            pictures: Pictures::new(),
        };
        Ok(Self { listener, shared: Arc::new(shared), session, address })
    }

    /// A link that works once.
    pub fn link(&self) -> Result<String, ServeError> {
        self.shared.gate.link().map_err(|e| ServeError::System(e.to_string()))
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What the session counts.
    pub fn tally(&self) -> SharedTally {
        self.shared.wires.tally.clone()
    }

    /// Answers until `stop` is there; then the session ends after its current step.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let Self { listener, shared, session, address } = self;
        let commands = shared.wires.commands.clone();
        let app = Router::new()
            .route("/", get(index))
            .route("/viewer.js", get(async || file("text/javascript", SCRIPT)))
            .route("/viewer.css", get(async || file("text/css", STYLE)))
            .route("/pictures/{file}", get(picture))
            .route("/link", post(link))
            .route("/ws", get(socket))
            .layer(from_fn_with_state(shared.clone(), guard))
            .with_state(shared);
        let outcome = tokio::select! {
            outcome = async { axum::serve(listener, app).await } => outcome,
            () = stop => Ok(()),
        };
        // The session takes the word as soon as its step is done.
        let ended = tokio::task::spawn_blocking(move || {
            let _ = commands.send(Command::Stop);
            session.join()
        });
        let _ = ended.await;
        outcome.map_err(|reason| ServeError::Port { port: address.port(), reason })
    }
}

/// Lets nobody in who should not be, and tells browsers what the page may do.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match admit(&shared, &request) {
        Ok(Entry::In) => next.run(request).await,
        Ok(Entry::Link(cookie)) => {
            let cookie = format!("{}={cookie}; HttpOnly; SameSite=Strict; Path=/", shared.gate.cookie());
            (StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)]).into_response()
        }
        Err(Refusal { status, text }) => (status, text).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

enum Entry {
    In,
    /// By a link; the cookie to give.
    Link(String),
}

fn admit(shared: &Shared, request: &Request) -> Result<Entry, Refusal> {
    let (method, uri): (&Method, &Uri) = (request.method(), request.uri());
    shared.gate.check_origin(method, uri.path() == "/ws", request.headers())?;
    if method == Method::GET
        && uri.path() == "/"
        && let Some(token) = uri.query().and_then(|query| query.strip_prefix("token="))
    {
        return shared.gate.exchange(token).map(Entry::Link);
    }
    shared.gate.check_cookie(request.headers())?;
    Ok(Entry::In)
}

fn file(kind: &str, bytes: &'static [u8]) -> Response {
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], Body::from(Bytes::from_static(bytes))).into_response()
}

async fn index() -> Response {
    file("text/html", INDEX)
}

async fn picture(State(shared): State<Arc<Shared>>, Path(file): Path<String>) -> Response {
    let name = file.strip_suffix(".png").unwrap_or_default();
    match shared.pictures.get(name).await {
        Some(png) => ([(header::CONTENT_TYPE, "image/png")], png).into_response(),
        None => (StatusCode::NOT_FOUND, "There is no such picture.\n").into_response(),
    }
}

async fn link(State(shared): State<Arc<Shared>>) -> Response {
    match shared.gate.link() {
        Ok(link) => link.into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn socket(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(permit) = shared.windows.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "Four windows are open already; close one.\n").into_response();
    };
    let client = shared.joined.fetch_add(1, Relaxed);
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(async move |socket| {
        serve(socket, client, shared.wires.clone(), shared.hello.clone()).await;
        drop(permit);
    })
}
