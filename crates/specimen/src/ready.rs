//! Is a process ready? One GET over a plain connection.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

const ANSWER: Duration = Duration::from_secs(2);

/// `Ok` when `url` answers 2xx; otherwise what it did instead.
pub(crate) fn get(url: &str) -> Result<(), String> {
    let rest = url.strip_prefix("http://").ok_or_else(|| format!("{url} does not begin with http://"))?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let address = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let ask = || -> std::io::Result<String> {
        let address = address.to_socket_addrs()?.next().ok_or_else(|| std::io::Error::other("no address"))?;
        let mut stream = TcpStream::connect_timeout(&address, ANSWER)?;
        stream.set_read_timeout(Some(ANSWER))?;
        write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line)?;
        Ok(line.trim().to_owned())
    };
    let line = ask().map_err(|e| e.to_string())?;
    match line.split(' ').nth(1) {
        Some(status) if status.len() == 3 && status.starts_with('2') => Ok(()),
        _ => Err(format!("it answered {line:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    fn answering(answer: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/health?x=1", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let request: Vec<String> = BufReader::new(&stream).lines().map(Result::unwrap).take_while(|l| !l.is_empty()).collect();
            assert_eq!(request[0], "GET /health?x=1 HTTP/1.1");
            stream.write_all(answer.as_bytes()).unwrap();
        });
        url
    }

    #[test]
    fn only_2xx_is_ready() {
        for (answer, ready) in [
            ("HTTP/1.1 200 OK\r\n\r\n", Ok(())),
            ("HTTP/1.1 204\r\n\r\n", Ok(())),
            ("HTTP/1.1 503 Warming up\r\n\r\n", Err("it answered \"HTTP/1.1 503 Warming up\"".to_owned())),
            ("", Err("it answered \"\"".to_owned())),
        ] {
            assert_eq!(get(&answering(answer)), ready);
        }
        assert!(get("http://127.0.0.1:1/").unwrap_err().contains("refused"));
        assert!(get("ftp://x").is_err());
    }
}
