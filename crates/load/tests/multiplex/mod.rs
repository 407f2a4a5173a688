//! A real server of HTTP/2 (the `h2` crate's own, on a runtime in a thread), one behaviour a server.
#![allow(dead_code, reason = "each test file uses its part")]

mod answers;

use answers::answer;
use bytes::Bytes;
use h2::Reason;
use h2::server;
use rustls::ServerConfig;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;

/// What is done with each request.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Manner {
    /// 200 with a short body after so many milliseconds.
    Answer(u64),
    /// A body of so many bytes.
    Body(usize),
    /// So many frames of ten bytes.
    Crumbs(usize),
    /// Reads the body of the request; 200 when it has so many bytes, else 400.
    Takes(usize),
    /// 413 at once, the body is not read.
    Refuses,
    /// So many bytes of head.
    Head(usize),
    Status(u16),
    /// RST_STREAM.
    Reset(Reason),
    /// No answer to every second request.
    HalfSilent,
    /// Closes each connection in good order after so many requests.
    Retires(u64),
    /// Half a body, then the connection is cut.
    Cut,
    /// `/login` gives a token and a cookie, `/use/TOKEN` wants both.
    Tokens,
}

/// What the server has seen.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) accepted: AtomicU64,
    pub(crate) requests: AtomicU64,
    /// Requests at once on one connection, the most so far.
    pub(crate) at_once: AtomicU64,
    /// Requests whose stream the client has reset.
    pub(crate) reset: AtomicU64,
    /// The last request.
    pub(crate) last: Mutex<Option<(http::request::Parts, usize)>>,
}

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) seen: Arc<Seen>,
    stop: watch::Sender<bool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// Where it listens, and what it shows.
#[derive(Default)]
pub(crate) struct Place {
    pub(crate) unix: Option<PathBuf>,
    pub(crate) tls: Option<ServerConfig>,
    /// Requests at a time on one connection.
    pub(crate) streams: Option<u32>,
}

impl Server {
    pub(crate) fn start(manner: Manner) -> Self {
        Self::start_at(Place::default(), manner)
    }

    pub(crate) fn start_at(place: Place, manner: Manner) -> Self {
        let (stop, stopped) = watch::channel(false);
        let (tell, told) = std::sync::mpsc::channel();
        let seen = Arc::<Seen>::default();
        let shared = Arc::clone(&seen);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            // What is not done when this ends is dropped with it: connections are cut.
            tokio::task::LocalSet::new().block_on(&runtime, async {
                let tcp = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
                tell.send(tcp.local_addr().expect("bound")).expect("the test waits");
                let unix = place.unix.as_ref().map(|p| UnixListener::bind(p).expect("a free path"));
                accept(tcp, unix, place, manner, shared, stopped).await;
            });
        });
        Self { address: told.recv().expect("it starts"), seen, stop, thread: Some(thread) }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn accepted(&self) -> u64 {
        self.seen.accepted.load(SeqCst)
    }

    pub(crate) fn requests(&self) -> u64 {
        self.seen.requests.load(SeqCst)
    }

    /// Closes everything at once, as a server does that is killed.
    pub(crate) fn kill(&mut self) {
        let _gone = self.stop.send(true).is_err();
        self.thread.take().map(std::thread::JoinHandle::join);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

async fn accept(
    tcp: TcpListener,
    unix: Option<UnixListener>,
    place: Place,
    manner: Manner,
    seen: Arc<Seen>,
    mut stopped: watch::Receiver<bool>,
) {
    let tls = place.tls.map(|config| tokio_rustls::TlsAcceptor::from(Arc::new(config)));
    let unix_client = async || match &unix {
        Some(listener) => listener.accept().await.expect("listening").0,
        None => std::future::pending().await,
    };
    loop {
        let (seen, stopped_too) = (Arc::clone(&seen), stopped.clone());
        let serving: std::pin::Pin<Box<dyn Future<Output = ()>>> = tokio::select! {
            _ = stopped.changed() => return,
            stream = unix_client() => Box::pin(connection(stream, place.streams, manner, Arc::clone(&seen), stopped_too)),
            Ok((stream, _)) = tcp.accept() => {
                stream.set_nodelay(true).expect("a socket");
                match tls.clone() {
                    None => Box::pin(connection(stream, place.streams, manner, Arc::clone(&seen), stopped_too)),
                    Some(tls) => {
                        let (seen, streams) = (Arc::clone(&seen), place.streams);
                        Box::pin(async move {
                            if let Ok(stream) = tls.accept(stream).await {
                                connection(stream, streams, manner, seen, stopped_too).await;
                            }
                        })
                    }
                }
            }
        };
        tokio::task::spawn_local(serving);
    }
}

async fn connection<T: AsyncRead + AsyncWrite + Unpin>(
    io: T,
    streams: Option<u32>,
    manner: Manner,
    seen: Arc<Seen>,
    mut stopped: watch::Receiver<bool>,
) {
    seen.accepted.fetch_add(1, SeqCst);
    let mut builder = server::Builder::new();
    if let Some(n) = streams {
        builder.max_concurrent_streams(n);
    }
    let Ok(mut connection) = builder.handshake::<_, Bytes>(io).await else { return };
    let (cut, mut is_cut) = watch::channel(false);
    let (now, mut number) = (Arc::<AtomicU64>::default(), 0);
    loop {
        let next = tokio::select! {
            _ = stopped.changed() => return,
            _ = is_cut.changed() => return,
            next = connection.accept() => next,
        };
        let Some(Ok((request, respond))) = next else { return };
        number += 1;
        if manner == Manner::Retires(number) {
            connection.graceful_shutdown();
        }
        let count = seen.requests.fetch_add(1, SeqCst) + 1;
        seen.at_once.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
        let (seen, now, cut) = (Arc::clone(&seen), Arc::clone(&now), cut.clone());
        tokio::task::spawn_local(async move {
            let reset = answer(request, respond, manner, count, &seen, cut).await.is_none();
            seen.reset.fetch_add(u64::from(reset), SeqCst);
            now.fetch_sub(1, SeqCst);
        });
    }
}
