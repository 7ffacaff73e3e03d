//! Who may come in: a browser on this machine that was given a link.
//!
//! - The server listens on 127.0.0.1 only, and `Host` must be exactly that address (or localhost) with its port, which stops
//!   foreign names that point here.
//! - `Origin`, where a browser sends one, and always for websockets and POST, must be that host: no foreign page talks to us.
//! - A link carries a token that works once; it is exchanged for a cookie that scripts cannot read and foreign sites cannot
//!   send. Everything else needs the cookie.

use std::collections::VecDeque;
use std::sync::Mutex;

use axum::http::{HeaderMap, Method, StatusCode, header};

/// Links that may be open at once, and browsers that may be let in; older ones are forgotten.
const MOST: usize = 32;

/// Tokens and cookies of one server.
pub struct Gate {
    port: u16,
    tokens: Mutex<VecDeque<String>>,
    cookies: Mutex<VecDeque<String>>,
}

/// Why somebody stays outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Status of the answer.
    pub status: StatusCode,
    /// One sentence.
    pub text: &'static str,
}

const HOST: Refusal = Refusal { status: StatusCode::FORBIDDEN, text: "This server answers to its own address only.\n" };
const ORIGIN: Refusal = Refusal { status: StatusCode::FORBIDDEN, text: "Other sites may not talk to this server.\n" };
const UNKNOWN: Refusal = Refusal {
    status: StatusCode::UNAUTHORIZED,
    text: "Open the link that `sinew view` printed; each link works once.\n",
};

/// 32 random bytes as hexadecimal digits.
fn secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Whether two secrets are the same, in a time that does not tell where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

fn push(list: &Mutex<VecDeque<String>>, value: String) {
    let mut list = list.lock().expect("no thread panics with the lock held");
    if list.len() == MOST {
        list.pop_front();
    }
    list.push_back(value);
}

impl Gate {
    /// A gate without links.
    pub fn new(port: u16) -> Self {
        Self { port, tokens: Mutex::default(), cookies: Mutex::default() }
    }

    /// A new link.
    pub fn link(&self) -> Result<String, getrandom::Error> {
        let token = secret()?;
        let link = format!("http://127.0.0.1:{}/?token={token}", self.port);
        push(&self.tokens, token);
        Ok(link)
    }

    /// Name of the cookie. Browsers send cookies to every port of a host, so two viewers need two names.
    pub fn cookie(&self) -> String {
        format!("sinew-{}", self.port)
    }

    /// Spends a token; the value of a new cookie comes back.
    pub fn exchange(&self, token: &str) -> Result<String, Refusal> {
        let mut tokens = self.tokens.lock().expect("no thread panics with the lock held");
        // All are compared, whichever it is.
        let found =
            tokens.iter().enumerate().fold(None, |found, (k, known)| if same(known, token) { Some(k) } else { found });
        tokens.remove(found.ok_or(UNKNOWN)?);
        drop(tokens);
        let cookie = secret().map_err(|_| UNKNOWN)?;
        push(&self.cookies, cookie.clone());
        Ok(cookie)
    }

    /// Checks where a request comes from.
    pub fn check_origin(&self, method: &Method, socket: bool, headers: &HeaderMap) -> Result<(), Refusal> {
        let one = |name| {
            let mut values = headers.get_all(name).iter();
            let first = values.next().map(|v| v.to_str().unwrap_or("?"));
            // Two of them: somebody tries something.
            if values.next().is_some() { Some("?") } else { first }
        };
        let host = one(header::HOST).ok_or(HOST)?;
        if host != format!("127.0.0.1:{}", self.port) && host != format!("localhost:{}", self.port) {
            return Err(HOST);
        }
        match one(header::ORIGIN) {
            Some(origin) if origin == format!("http://{host}") => Ok(()),
            Some(_) => Err(ORIGIN),
            None if socket || (method != Method::GET && method != Method::HEAD) => Err(ORIGIN),
            None => Ok(()),
        }
    }

    /// Checks the cookie.
    pub fn check_cookie(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let name = self.cookie();
        let sent = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok()).flat_map(|v| v.split(';'));
        let mut values = sent.filter_map(|pair| pair.trim().strip_prefix(&name)?.strip_prefix('='));
        let cookies = self.cookies.lock().expect("no thread panics with the lock held");
        let known = values.any(|value| cookies.iter().fold(false, |found, known| found | same(known, value)));
        if known { Ok(()) } else { Err(UNKNOWN) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_works_once_and_old_ones_are_forgotten() {
        let gate = Gate::new(1);
        let token = |link: String| link.split_once("token=").expect("a token").1.to_owned();
        let first = token(gate.link().expect("random bytes"));
        assert!(gate.exchange("").is_err() && gate.exchange(&first[1..]).is_err());
        let cookie = gate.exchange(&first).expect("fresh");
        assert_eq!(gate.exchange(&first), Err(UNKNOWN));
        let mut headers = HeaderMap::new();
        assert!(gate.check_cookie(&headers).is_err());
        headers.insert(header::COOKIE, format!("a=b; sinew-1={cookie}").parse().expect("a header"));
        assert!(gate.check_cookie(&headers).is_ok());
        let old = token(gate.link().expect("random bytes"));
        (0..MOST).for_each(|_| drop(gate.link()));
        assert_eq!(gate.exchange(&old), Err(UNKNOWN));
    }
}
