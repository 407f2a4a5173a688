//! Stacks as a profiler would show them, one for each part of a request's journey.

use model::{Frame, FrameKind, Observation};

/// Stack ids by part, named after the fields of [`crate::LevelSpec`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Idle,
    OutsideDispatch,
    PoolWait,
    RemoteInTransaction,
    Remote,
    Database,
    CpuInTransaction,
    CpuFramework,
    CpuSite,
    Lock,
    LockHeldCpu,
    LockHeldRemote,
    LogLock,
    LogWrite,
    FirstUse,
    Lease,
}

const WORKER: [&str; 2] = ["java.lang.Thread.run", "org.apache.tomcat.util.net.SocketProcessorBase.run"];
const DISPATCH: [&str; 3] = [
    "org.apache.catalina.connector.CoyoteAdapter.service",
    "org.apache.catalina.core.ApplicationFilterChain.doFilter",
    "shop.orders.OrderController.get",
];
const TRANSACTION: [&str; 2] =
    ["org.springframework.transaction.interceptor.TransactionInterceptor.invoke", "shop.orders.OrderService.find"];
const CALL: [&str; 4] = [
    "shop.orders.PaymentClient.check",
    "org.springframework.web.client.RestClient.exchange",
    "sun.nio.ch.NioSocketImpl.implRead",
    "sun.nio.ch.Net.poll",
];
const LOG: [&str; 3] =
    ["shop.orders.Audit.write", "ch.qos.logback.classic.Logger.info", "ch.qos.logback.core.OutputStreamAppender.writeBytes"];

/// The frames and stacks of all kinds.
pub(crate) fn observation() -> Observation {
    let mut frames: Vec<Frame> = Vec::new();
    let mut stacks = Vec::new();
    for lines in all() {
        stacks.push(
            lines
                .iter()
                .map(|l| {
                    let f = frame(l);
                    frames.iter().position(|x| *x == f).unwrap_or_else(|| {
                        frames.push(f);
                        frames.len() - 1
                    }) as u32
                })
                .collect(),
        );
    }
    Observation::Stacks { frames, stacks }
}

fn frame(line: &str) -> Frame {
    match line.rsplit_once('.').filter(|_| !line.contains("::")) {
        Some((class, method)) => Frame { class: class.into(), method: method.into(), line: 41, kind: FrameKind::Compiled },
        None => Frame { class: String::new(), method: line.into(), line: 0, kind: FrameKind::Native },
    }
}

/// In the order of [`Kind`].
fn all() -> Vec<Vec<&'static str>> {
    let inside = |more: &[&'static str]| [&WORKER[..], &DISPATCH[..], more].concat();
    let tx = |more: &[&'static str]| inside(&[&TRANSACTION[..], more].concat());
    vec![
        vec!["java.lang.Thread.run", "org.apache.tomcat.util.threads.TaskQueue.take", "jdk.internal.misc.Unsafe.park"],
        WORKER.to_vec(),
        // the connection is taken where the transaction begins, before the application's method
        inside(&[TRANSACTION[0], "com.zaxxer.hikari.pool.HikariPool.getConnection", "jdk.internal.misc.Unsafe.park"]),
        tx(&CALL),
        inside(&CALL),
        tx(&["org.postgresql.core.PGStream.receiveChar", "sun.nio.ch.Net.poll"]),
        tx(&["org.hibernate.internal.SessionImpl.find", "java.util.HashMap.get"]),
        inside(&["org.springframework.web.servlet.DispatcherServlet.doDispatch", "com.fasterxml.jackson.databind.ObjectMapper.writeValue"]),
        inside(&["shop.orders.Convert.toDto", "com.fasterxml.jackson.databind.ObjectMapper.readValue"]),
        inside(&["shop.orders.Format.date", "ObjectMonitor::enter", "__futex_abstimed_wait_common"]),
        inside(&["shop.orders.Format.date", "java.text.SimpleDateFormat.format"]),
        inside(&[&["shop.orders.Format.date"], &CALL[..]].concat()),
        inside(&[&LOG[..], &["java.util.concurrent.locks.ReentrantLock.lock", "jdk.internal.misc.Unsafe.park"]].concat()),
        inside(&[&LOG[..], &["sun.nio.ch.FileDispatcherImpl.force0", "fsync"]].concat()),
        inside(&["shop.orders.Convert.toDto", "jdk.internal.loader.BuiltinClassLoader.loadClass", "java.util.zip.Inflater.inflate"]),
        inside(&[CALL[0], CALL[1], "org.apache.hc.core5.pool.StrictConnPool.getPoolEntryBlocking", "jdk.internal.misc.Unsafe.park"]),
    ]
}
