//! A server in this process, and a browser made of plain sockets.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use sinew::scene::Scene;
use sinew_viewer::{Options, Server, SharedTally, Start};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// Nothing here takes longer; a test that waits is a test that fails.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Running {
    pub address: SocketAddr,
    pub token: String,
    pub tally: SharedTally,
    pub folder: tempfile::TempDir,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// Starts a server with a scene, or with the gallery.
pub async fn start(scene: Option<Scene>) -> Running {
    start_with(scene.map_or(Start::Gallery, |scene| Start::Scene(Box::new(scene)))).await
}

/// Starts a server.
pub async fn start_with(start: Start) -> Running {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = Server::bind(Options { start, port: 0, runs: folder.path().join("runs") }).await.expect("a free port");
    let (address, tally) = (server.address(), server.tally());
    let token = server.link().expect("random bytes").split_once("token=").expect("a token").1.to_owned();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = tokio::spawn(async move {
        let stop = async {
            let _ = stopped.await;
        };
        server.run(stop).await.expect("it ends well");
    });
    Running { address, token, tally, folder, stop, task }
}

/// Status, head and body of an answer.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Running {
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.address.port())
    }

    /// A raw request, as nobody's browser would dare to send it.
    pub async fn request(&self, line: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.expect("it listens");
        let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
        text.push_str("\r\n");
        stream.write_all(text.as_bytes()).await.expect("sent");
        let mut bytes = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("in time").expect("read");
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    /// Spends the token for a cookie.
    pub async fn enter(&self) -> String {
        let answer = self.request(&format!("GET /?token={}", self.token), &[("Host", &self.host())]).await;
        assert_eq!(answer.status, 303, "{}", answer.head);
        let line = answer.head.lines().find(|l| l.to_lowercase().starts_with("set-cookie:")).expect("a cookie");
        line.split_once(':').expect("a value").1.trim().split(';').next().expect("a pair").to_owned()
    }

    /// A websocket, or the status with which it was refused.
    pub async fn socket(&self, cookie: &str, origin: Option<&str>) -> Result<Window, u16> {
        let mut request = format!("ws://{}/ws", self.host()).into_client_request().expect("a request");
        request.headers_mut().insert("Cookie", cookie.parse().expect("a header"));
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        }
        let stream = TcpStream::connect(self.address).await.expect("it listens");
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Window { socket }),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(e) => panic!("{e}"),
        }
    }

    pub async fn window(&self, cookie: &str) -> Window {
        self.socket(cookie, Some(&format!("http://{}", self.host()))).await.expect("let in")
    }

    pub async fn stop(self) {
        let _ = self.stop.send(());
        tokio::time::timeout(PATIENCE, self.task).await.expect("it ends in time").expect("without a panic");
    }
}

pub struct Window {
    pub socket: WebSocketStream<TcpStream>,
}

impl Window {
    pub async fn say(&mut self, text: impl Into<String>) {
        self.socket.send(Message::text(text.into())).await.expect("sent");
    }

    /// The next message.
    pub async fn next(&mut self) -> Result<Message, Option<CloseFrame>> {
        match tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a message in time") {
            Some(Ok(Message::Close(frame))) => Err(frame),
            Some(Ok(message)) => Ok(message),
            Some(Err(_)) | None => Err(None),
        }
    }

    /// The next words that fit, with every frame acknowledged.
    pub async fn words(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.next().await.expect("an open line") {
                Message::Text(text) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if fits(&value) {
                        return value;
                    }
                }
                Message::Binary(bytes) if bytes[0] == 1 => {
                    let serial = u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes"));
                    self.say(format!(r#"{{"do":"seen","serial":{serial}}}"#)).await;
                }
                _ => {}
            }
        }
    }

    pub async fn said(&mut self, word: &str) -> Value {
        self.words(|value| value["say"] == word).await
    }

    /// Reads until the line is closed; with which code.
    pub async fn closed(&mut self) -> Option<u16> {
        loop {
            if let Err(frame) = self.next().await {
                return frame.map(|f| f.code.into());
            }
        }
    }
}
