//! Starts the generator threads: places them and makes what they own.

use super::{Channels, Engine, EngineConfig, FIRST_SERVICE_S, Way};
use crate::error::LoadError;
use crate::exchange::Exchange;
use crate::generator::duty::Duty;
use crate::generator::rest::Rest;
use crate::generator::{Begin, Generator, Order, Report};
use crate::live::Board;
use crate::meter::Meter;
use crate::pacer::Share;
use crate::protocol::Protocol;
use crate::scenario::Scenario;
use crate::sys;
use crate::tally::Window;
use crate::trace::Tracer;
use crate::transport::{Address, Target, TlsOptions, TlsSettings};
use model::Sink;
use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// The ends of the channels that a generator thread holds.
struct Ends {
    orders: Receiver<Order>,
    starts: Receiver<Begin>,
    spare: Receiver<Box<Window>>,
    reports: Sender<(u32, Report)>,
    board: Arc<Board>,
}

impl Engine {
    /// Resolves the target, chooses the first of its addresses that accepts, and starts the generator threads.
    pub fn start(config: EngineConfig, sink: Arc<dyn Sink>) -> Result<Self, LoadError> {
        let target = choose(targets(&config.scenario, &config.way)?);
        let address = target.address.clone();
        let descriptors = sys::raise_descriptor_limit();
        let count = config.threads.max(1);
        let board = Arc::new(Board::new(count as usize));
        let (report_list, reports) = channel();
        let (mut orders, mut starts, mut spare, mut threads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut real_time = true;
        for index in 0..count {
            let ((order, order_list), (start, start_list), (empty, spare_list)) = (channel(), channel(), channel());
            let ends =
                Ends { orders: order_list, starts: start_list, spare: spare_list, reports: report_list.clone(), board: Arc::clone(&board) };
            let (thread, granted) = spawn(&config, &target, Share { index, count }, ends)?;
            real_time &= granted;
            orders.push(order);
            starts.push(start);
            spare.push(empty);
            threads.push(thread);
        }
        let channels = Channels { orders, starts, spare, reports, service_s: FIRST_SERVICE_S, phases: 0 };
        let (scenario, seed, first_route, protocol) = (config.scenario, config.seed, config.first_route, config.way.protocol);
        Ok(Self {
            channels: Mutex::new(Some(channels)),
            board,
            sink,
            scenario,
            address,
            descriptors,
            protocol,
            real_time,
            seed,
            first_route,
            threads,
        })
    }
}

/// Starts one thread and waits until it is set up; whether it got real-time priority.
fn spawn(config: &EngineConfig, target: &Target, share: Share, ends: Ends) -> Result<(JoinHandle<()>, bool), LoadError> {
    let (ready, became_ready) = channel();
    let (config, target, name) = (config.clone(), target.clone(), format!("ts-load-{}", share.index));
    let body = move || match set_up(&config, target, share, ends) {
        Ok((generator, real_time)) => {
            let _gone = ready.send(Ok(real_time));
            generator.serve();
        }
        Err(e) => drop(ready.send(Err(e))),
    };
    let failed = |cause| LoadError::System { operation: format!("start thread {name}"), cause };
    let thread = std::thread::Builder::new().name(name.clone()).spawn(body).map_err(failed)?;
    let real_time = became_ready.recv().map_err(|_| failed(io::ErrorKind::BrokenPipe.into()))??;
    Ok((thread, real_time))
}

/// On the generator thread.
fn set_up(config: &EngineConfig, target: Target, share: Share, ends: Ends) -> Result<(Generator, bool), LoadError> {
    let failed = |operation: String| move |cause| LoadError::System { operation, cause };
    if !config.cpus.is_empty() {
        sys::pin(&config.cpus).map_err(failed(format!("pin ts-load-{} to cpus {:?}", share.index, config.cpus)))?;
    }
    sys::exact_timers();
    let duty = Duty::begin(config.priority);
    let real_time = duty.is_real_time();
    let timeout_ns = config.timeout.as_nanos().min(1 << 62) as i64;
    let mut exchange =
        Exchange::new(Arc::clone(&config.scenario), target, timeout_ns, config.seed, share).map_err(failed("make epoll".to_owned()))?;
    exchange.tracer = Tracer::of(config.trace_share, config.seed, share);
    if config.ready {
        exchange.make_ready();
    }
    if let Protocol::Http2 { streams } = config.way.protocol {
        exchange.speak_http2(streams);
    }
    if let Some(shared) = config.shared.clone() {
        exchange.set_shared(shared);
    }
    let Ends { orders, starts, spare, reports, board } = ends;
    let (routes, checks) = (config.scenario.routes().len(), config.scenario.counted_checks());
    let (rest, meter) = (Rest::new(config.precise), Meter::of_this_thread());
    Ok((Generator { share, exchange, orders, starts, reports, spare, board, timeout_ns, routes, checks, rest, meter, duty }, real_time))
}

/// Everything that the target may be, in the resolver's order; never empty, and nothing that nobody allowed.
pub(crate) fn targets(scenario: &Scenario, way: &Way) -> Result<Vec<Target>, LoadError> {
    let endpoint = scenario.endpoint();
    let options = TlsOptions { alpn: way.protocol.alpn().unwrap_or_else(|| way.tls.alpn.clone()), ..way.tls.clone() };
    let tls = endpoint.tls.then(|| TlsSettings::new(&endpoint.host, &options).map(Arc::new)).transpose()?;
    match &way.unix {
        Some(address) => Ok(vec![Target { address: address.clone(), tls }]),
        None => Ok(way.addresses(endpoint)?.into_iter().map(|a| Target { address: Address::Tcp(a), tls: tls.clone() }).collect()),
    }
}

/// The first that accepts a connection, or the first.
fn choose(mut targets: Vec<Target>) -> Target {
    let accepts = |t: &Target| match &t.address {
        Address::Tcp(a) => TcpStream::connect_timeout(a, Duration::from_secs(1)).is_ok(),
        Address::Unix(_) => true,
    };
    let index = if targets.len() == 1 { 0 } else { targets.iter().position(accepts).unwrap_or(0) };
    targets.swap_remove(index)
}
