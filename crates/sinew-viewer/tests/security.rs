//! Everything that comes from outside: who may come in, and that nothing said by a window does harm.

mod common;

use std::net::TcpStream;

use common::{Running, start};
use sinew::scene::Scene;
use sinew_viewer::{LONGEST, POLICY, WINDOWS};
use tokio_tungstenite::tungstenite::Message;

fn small() -> Option<Scene> {
    Some(Scene::from_shipped("battery-spring").expect("shipped"))
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_origins_are_refused() {
    let server = start(small()).await;
    let cookie = server.enter().await;
    let (host, port) = (server.host(), server.address.port());
    let own = format!("http://{host}");
    for (bad, status) in [
        ("evil.example".to_owned(), 403),
        (format!("evil.example:{port}"), 403),
        ("127.0.0.1".to_owned(), 403),
        (format!("127.0.0.1:{}", port ^ 1), 403),
        (format!("127.0.0.1.evil.example:{port}"), 403),
        (format!("[::1]:{port}"), 403),
        (host.clone(), 200),
        (format!("localhost:{port}"), 200),
    ] {
        let answer = server.request("GET /", &[("Host", &bad), ("Cookie", &cookie)]).await;
        assert_eq!(answer.status, status, "{bad}");
    }
    let twice = server.request("GET /", &[("Host", &host), ("Host", "evil.example"), ("Cookie", &cookie)]).await;
    assert_ne!(twice.status, 200);
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1", &format!("https://{host}"), &format!("{own}.evil")]
    {
        for line in ["GET /", "GET /viewer.js", "POST /link"] {
            let answer = server.request(line, &[("Host", &host), ("Cookie", &cookie), ("Origin", origin)]).await;
            assert_eq!(answer.status, 403, "{line} from {origin}");
        }
        assert_eq!(server.socket(&cookie, Some(origin)).await.err(), Some(403), "{origin}");
    }
    // A websocket or a POST without an origin is no browser of ours.
    assert_eq!(server.socket(&cookie, None).await.err(), Some(403));
    let answer = server.request("POST /link", &[("Host", &host), ("Cookie", &cookie), ("Content-Length", "0")]).await;
    assert_eq!(answer.status, 403);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_works_once_and_nothing_works_without_a_cookie() {
    let server = start(small()).await;
    let host = server.host();
    let paths = ["/", "/viewer.js", "/viewer.css", "/pictures/demo.png", "/ws", "/nothing", "/?token=", "/?token=00"];
    let origin = format!("http://{host}");
    for path in paths {
        let answer = server.request(&format!("GET {path}"), &[("Host", &host), ("Origin", &origin)]).await;
        assert_eq!(answer.status, 401, "{path}");
    }
    assert_eq!(server.socket("sinew=guess", Some(&origin)).await.err(), Some(401));
    let cookie = server.enter().await;
    let again = server.request(&format!("GET /?token={}", server.token), &[("Host", &host)]).await;
    assert_eq!(again.status, 401, "the token is spent");
    let own = [("Host", &host[..]), ("Cookie", &cookie[..])];
    for (path, status) in
        [("/", 200), ("/viewer.js", 200), ("/viewer.css", 200), ("/nothing", 404), ("/../Cargo.toml", 404)]
    {
        assert_eq!(server.request(&format!("GET {path}"), &own).await.status, status, "{path}");
    }
    for path in ["/pictures/..%2f..%2fetc%2fpasswd", "/pictures/no-such-scene.png", "/pictures/battery-spring.toml"] {
        assert_eq!(server.request(&format!("GET {path}"), &own).await.status, 404, "{path}");
    }
    let picture = server.request("GET /pictures/battery-spring.png", &own).await;
    assert_eq!((picture.status, &picture.body[1..4]), (200, &b"PNG"[..]));
    // Another browser of the same user gets a link of its own.
    let headers = [own[0], own[1], ("Origin", &origin), ("Content-Length", "0")];
    let link = server.request("POST /link", &headers).await;
    assert_eq!(link.status, 200);
    let link = String::from_utf8(link.body).expect("text");
    let path = link.trim().strip_prefix(&origin).expect("a link to this server").to_owned();
    assert_eq!(server.request(&format!("GET {path}"), &own[..1]).await.status, 303);
    assert_eq!(server.request(&format!("GET {path}"), &own[..1]).await.status, 401);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_tells_the_browser_to_be_strict() {
    let server = start(None).await;
    let host = server.host();
    let entry = server.request(&format!("GET /?token={}", server.token), &[("Host", &host)]).await;
    let cookie_line = entry.head.lines().find(|l| l.to_lowercase().starts_with("set-cookie")).expect("a cookie");
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(cookie_line.contains(part), "{cookie_line}");
    }
    let cookie = cookie_line.split_once(':').expect("a value").1.trim().split(';').next().expect("a pair").to_owned();
    for (line, status) in [("GET /", 200), ("GET /viewer.js", 200), ("GET /missing", 404), ("DELETE /", 403)] {
        let answer = server.request(line, &[("Host", &host), ("Cookie", &cookie)]).await;
        assert_eq!(answer.status, status, "{line}");
        let head = answer.head.to_lowercase();
        let policy = POLICY.to_lowercase();
        for part in
            [&policy[..], "x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-store"]
        {
            assert!(head.contains(part), "{line}: {part}\n{head}");
        }
        assert!(!head.contains("access-control"), "nothing is shared with other origins");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_listens_on_this_machine_only() {
    let server = start(None).await;
    assert!(server.address.ip().is_loopback());
    // Any other address of this machine, if it has one, refuses.
    if let Some(other) = other_address() {
        assert!(TcpStream::connect((other, server.address.port())).is_err());
    }
    server.stop().await;
}

/// The address that this machine would use to reach others; no packet is sent.
fn other_address() -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

#[tokio::test(flavor = "multi_thread")]
async fn long_messages_and_many_messages_close_the_line() {
    let server = start(small()).await;
    let cookie = server.enter().await;
    let mut window = server.window(&cookie).await;
    window.said("scene").await;
    window.say(" ".repeat(LONGEST + 1)).await;
    assert_eq!(window.closed().await, Some(1009));
    let mut window = server.window(&cookie).await;
    window.said("scene").await;
    use futures_util::SinkExt;
    for _ in 0..1000 {
        // The line may be closed under our hands.
        if window.socket.feed(Message::text(r#"{"do":"pause"}"#)).await.is_err() {
            break;
        }
    }
    let _ = window.socket.flush().await;
    assert_eq!(window.closed().await, Some(1008));
    // Others are not concerned.
    let mut window = server.window(&cookie).await;
    assert_eq!(window.said("scene").await["name"], "battery-spring");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_fifth_window_has_to_wait() {
    let server = start(small()).await;
    let cookie = server.enter().await;
    let mut windows = Vec::new();
    for _ in 0..WINDOWS {
        windows.push(server.window(&cookie).await);
    }
    let origin = format!("http://{}", server.host());
    assert_eq!(server.socket(&cookie, Some(&origin)).await.err(), Some(503));
    drop(windows.pop());
    for k in 0.. {
        match server.socket(&cookie, Some(&origin)).await {
            Ok(mut window) => {
                window.said("scene").await;
                break;
            }
            Err(status) => assert!(status == 503 && k < 1000, "{status}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop().await;
}

/// Says something and expects a fault that contains a text.
async fn refused(server: &Running, cookie: &str, text: String, says: &str) {
    let mut window = server.window(cookie).await;
    window.said("status").await;
    let shown: String = text.chars().take(80).collect();
    window.say(text).await;
    let fault = window.said("fault").await;
    let sentence = fault["text"].as_str().expect("a sentence");
    assert!(sentence.contains(says), "{shown}: {sentence}");
    assert!(!sentence.contains('\n') && sentence.chars().count() < 700, "{sentence}");
    window.socket.close(None).await.expect("closed");
    while window.next().await.is_ok() {}
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_answered_with_one_sentence() {
    let server = start(small()).await;
    let cookie = server.enter().await;
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let huge = "9".repeat(15_000);
    for (text, says) in [
        ("".to_owned(), "not understood"),
        ("{".to_owned(), "not understood"),
        (r#"{"do":"format-disk"}"#.to_owned(), "format-disk"),
        (r#"{"do":"play","really":true}"#.to_owned(), "really"),
        (r#"{"do":"load","scene":"/etc/passwd"}"#.to_owned(), "no scene"),
        (r#"{"do":"load","scene":"../../scenes/basics/demo.toml"}"#.to_owned(), "no scene"),
        (r#"{"do":"load","scene":"scenes/basics/demo.toml"}"#.to_owned(), "no scene"),
        (r#"{"do":"load","scene":"C:\\windows\\win.ini"}"#.to_owned(), "no scene"),
        (r#"{"do":"speed","factor":-1}"#.to_owned(), "speed"),
        (r#"{"do":"speed","factor":1e9}"#.to_owned(), "speed"),
        (r#"{"do":"set","key":"integrator","value":"perpetuum"}"#.to_owned(), "perpetuum"),
        (r#"{"do":"set","key":"integrator","value":3}"#.to_owned(), "wrong kind"),
        (r#"{"do":"set","key":"dt","value":-1}"#.to_owned(), "dt"),
        (r#"{"do":"set","key":"time.dt","value":1}"#.to_owned(), "no control"),
        (r#"{"do":"set","key":"body.0.mesh","value":"/etc/passwd"}"#.to_owned(), "wrong kind"),
        (r#"{"do":"compare","integrator":"nobody"}"#.to_owned(), "nobody"),
        (r#"{"do":"grab","pane":7,"vertex":0,"point":[0,0,0]}"#.to_owned(), "pane 7"),
        (r#"{"do":"grab","pane":0,"vertex":18446744073709551615,"point":[0,0,0]}"#.to_owned(), "no vertex"),
        (r#"{"do":"grab","pane":0,"vertex":1,"point":[1e300,0,0]}"#.to_owned(), "hand"),
        (r#"{"do":"drag","point":[0,0,0]}"#.to_owned(), "grab"),
        (r#"{"do":"release"}"#.to_owned(), "grab"),
        (deep(8000), "not understood"),
        (format!(r#"{{"do":"set","key":"dt","value":{}}}"#, deep(4000)), "not understood"),
        (format!(r#"{{"do":"seek","frame":{huge}}}"#), "not understood"),
        (format!(r#"{{"do":"load","scene":"{}"}}"#, "x".repeat(16_000)), "no scene"),
        (format!(r#"{{"do":"{}"}}"#, "\\u0000".repeat(2000)), "not understood"),
    ] {
        refused(&server, &cookie, text, says).await;
    }
    let mut window = server.window(&cookie).await;
    window.said("status").await;
    use futures_util::SinkExt;
    window.socket.send(Message::binary(vec![1, 2, 3])).await.expect("sent");
    assert!(window.said("fault").await["text"].as_str().expect("a sentence").contains("text"));
    // Harmless, and the session goes on.
    window.say(r#"{"do":"seek","frame":18446744073709551615}"#).await;
    window.say(r#"{"do":"seen","serial":12345}"#).await;
    window.say(r#"{"do":"step"}"#).await;
    let rows = window.words(|v| v["say"] == "records" && v["rows"].as_array().is_some_and(|r| !r.is_empty())).await;
    assert_eq!(rows["rows"][0][0], 1.0);
    server.stop().await;
}
