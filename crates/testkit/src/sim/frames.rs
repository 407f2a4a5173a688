//! Stacks as the profiler shows them of Spring MVC on Tomcat: names and order are those recorded from a real service (the fixture of
//! `diagnose::frames`), shortened where frames repeat.

use model::{Frame, FrameKind};
use std::collections::BTreeMap;

/// Where in the program a thread is: decides the frames between server and leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Scope {
    /// Within open-in-view.
    pub(super) session: bool,
    /// Within a transaction.
    pub(super) transaction: bool,
    /// With this lock of the process in hand.
    pub(super) lock: Option<usize>,
}

/// What a thread does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Leaf {
    Idle,
    Outside,
    PoolWait,
    /// Waits for the connection with which a transaction begins: code of the application comes after that.
    Begin,
    Remote(usize),
    Lease(usize),
    Client(usize),
    DatabaseRead,
    Driver,
    Mapping,
    Framework,
    Application(&'static str),
    Json(&'static str),
    Monitor(usize),
    LogMonitor,
    LogWrite,
    Response,
}

const WORKER: [&str; 5] = [
    "java.lang.Thread.run",
    "org.apache.tomcat.util.threads.TaskThread$WrappingRunnable.run",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor$Worker.run",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker",
    "org.apache.tomcat.util.net.SocketProcessorBase.run",
];
const DISPATCH: [&str; 8] = [
    "org.apache.tomcat.util.net.NioEndpoint$SocketProcessor.doRun",
    "org.apache.coyote.AbstractProtocol$ConnectionHandler.process",
    "org.apache.coyote.http11.Http11Processor.service",
    "org.apache.catalina.connector.CoyoteAdapter.service",
    "org.apache.catalina.core.StandardHostValve.invoke",
    "org.apache.catalina.core.ApplicationFilterChain.doFilter",
    "org.springframework.web.filter.OncePerRequestFilter.doFilter",
    "org.springframework.web.servlet.DispatcherServlet.doDispatch",
];
const SESSION: &str = "org.springframework.orm.jpa.support.OpenEntityManagerInViewFilter.doFilterInternal";
const CONTROLLER: &str = "shop.orders.OrderController.get";
const TRANSACTION: [&str; 3] = [
    "org.springframework.aop.framework.CglibAopProxy$DynamicAdvisedInterceptor.intercept",
    "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
    "shop.orders.OrderService.find",
];
const BEGIN: [&str; 3] = [TRANSACTION[0], TRANSACTION[1], "org.springframework.orm.jpa.JpaTransactionManager.doBegin"];
const FUTEX: [&str; 2] = ["___pthread_cond_timedwait", "__futex_abstimed_wait_common"];
const MONITOR: [&str; 4] = ["ObjectSynchronizer::enter", "ObjectMonitor::enter", "ObjectMonitor::EnterI", "os::PlatformEvent::park"];
const CLIENTS: [&str; 3] = ["shop.orders.PaymentClient.check", "shop.orders.StockClient.reserve", "shop.orders.MailClient.send"];
const SITES: [&str; 3] = ["shop.orders.Numbers.next", "shop.orders.Rates.of", "shop.orders.Registry.look"];

/// Frames and stacks, interned.
#[derive(Debug, Clone, Default)]
pub(super) struct Book {
    pub(super) frames: Vec<Frame>,
    pub(super) stacks: Vec<Vec<u32>>,
    known: BTreeMap<(Scope, Leaf, bool), u32>,
}

impl Book {
    /// The number of the stack of a thread that does `leaf` within `scope`, `stopped` at a safepoint or not.
    pub(super) fn stack(&mut self, scope: Scope, leaf: Leaf, stopped: bool) -> u32 {
        if let Some(n) = self.known.get(&(scope, leaf, stopped)) {
            return *n;
        }
        let mut lines = lines(scope, leaf);
        if stopped {
            lines.extend(["SafepointSynchronize::block", "__futex_abstimed_wait_common"]);
        }
        let stack = lines.into_iter().map(|l| self.frame(l)).collect();
        self.stacks.push(stack);
        let n = self.stacks.len() as u32 - 1;
        self.known.insert((scope, leaf, stopped), n);
        n
    }

    fn frame(&mut self, line: &str) -> u32 {
        let frame = match line.rsplit_once('.').filter(|_| !line.contains("::")) {
            Some((class, method)) => Frame { class: class.into(), method: method.into(), line: 41, kind: FrameKind::Compiled },
            None => Frame { class: String::new(), method: line.into(), line: 0, kind: FrameKind::Native },
        };
        let at = self.frames.iter().position(|f| *f == frame).unwrap_or_else(|| {
            self.frames.push(frame);
            self.frames.len() - 1
        });
        at as u32
    }
}

fn lines(scope: Scope, leaf: Leaf) -> Vec<&'static str> {
    let mut all = vec![];
    match leaf {
        Leaf::Idle => {
            all.extend(["java.lang.Thread.run", "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask"]);
            all.extend(["org.apache.tomcat.util.threads.TaskQueue.take", "jdk.internal.misc.Unsafe.park"]);
            all.extend(FUTEX);
            return all;
        }
        Leaf::Outside => {
            all.extend(WORKER);
            all.push("org.apache.coyote.http11.Http11InputBuffer.parseRequestLine");
            return all;
        }
        _ => {}
    }
    all.extend(WORKER);
    all.extend(DISPATCH);
    if scope.session {
        // the filter stands before the servlet
        let at = all.len() - 1;
        all.insert(at, SESSION);
    }
    match leaf {
        Leaf::Framework => {
            all.push("org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter.invokeHandlerMethod");
            all.extend(["com.fasterxml.jackson.databind.ObjectMapper.writeValue", "java.lang.String.getChars"]);
            return all;
        }
        Leaf::Response => {
            all.push("org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper.doWrite");
            all.push("sun.nio.ch.SocketDispatcher.write0");
            return all;
        }
        _ => all.push(CONTROLLER),
    }
    if scope.transaction {
        all.extend(TRANSACTION);
    }
    all.extend(scope.lock.map(|k| SITES[k % 3]));
    all.extend(inner(leaf));
    all
}

fn inner(leaf: Leaf) -> Vec<&'static str> {
    let read = ["sun.nio.ch.NioSocketImpl.implRead", "sun.nio.ch.NioSocketImpl.park", "sun.nio.ch.Net.poll", "__poll"];
    let pool = ["com.zaxxer.hikari.pool.HikariPool.getConnection", "jdk.internal.misc.Unsafe.park"];
    match leaf {
        Leaf::PoolWait => [&pool[..], &FUTEX].concat(),
        Leaf::Begin => [&BEGIN[..], &pool, &FUTEX].concat(),
        Leaf::Remote(k) => {
            [&[CLIENTS[k % 3], "org.springframework.web.client.RestClient.retrieve", "sun.net.www.http.HttpClient.parseHTTP"][..], &read]
                .concat()
        }
        Leaf::Client(k) => vec![CLIENTS[k % 3], "org.springframework.web.client.RestClient.retrieve", "java.util.TreeMap.put"],
        Leaf::Lease(k) => [
            &[CLIENTS[k % 3], "org.apache.hc.client5.http.impl.classic.InternalExecRuntime.acquireEndpoint"][..],
            &["org.apache.hc.core5.pool.StrictConnPool.getPoolEntryBlocking", "jdk.internal.misc.Unsafe.park"],
            &FUTEX,
        ]
        .concat(),
        Leaf::DatabaseRead => [
            &[
                "shop.orders.OrderRepository.load",
                "org.postgresql.core.v3.QueryExecutorImpl.execute",
                "org.postgresql.core.PGStream.receiveChar",
            ][..],
            &read,
        ]
        .concat(),
        Leaf::Driver => {
            vec!["shop.orders.OrderRepository.load", "org.postgresql.core.v3.QueryExecutorImpl.sendSync", "java.lang.String.getBytes"]
        }
        Leaf::Mapping => vec!["shop.orders.OrderRepository.load", "org.hibernate.internal.SessionImpl.find", "java.util.HashMap.get"],
        Leaf::Application(line) => vec![line, "java.lang.StringBuilder.append"],
        Leaf::Json(line) => vec![line, "com.fasterxml.jackson.databind.ObjectMapper.readValue", "java.lang.String.charAt"],
        Leaf::Monitor(k) => [&[SITES[k % 3]][..], &MONITOR, &FUTEX].concat(),
        Leaf::LogMonitor => [
            &["ch.qos.logback.classic.Logger.info", "ch.qos.logback.core.OutputStreamAppender.subAppend"][..],
            &["java.util.concurrent.locks.ReentrantLock.lock", "jdk.internal.misc.Unsafe.park"],
            &FUTEX,
        ]
        .concat(),
        Leaf::LogWrite => vec![
            "ch.qos.logback.classic.Logger.info",
            "ch.qos.logback.core.OutputStreamAppender.subAppend",
            "sun.nio.ch.FileDispatcherImpl.force0",
            "fsync",
        ],
        Leaf::Idle | Leaf::Outside | Leaf::Framework | Leaf::Response => vec![],
    }
}
