//! Finds pools and executors by one walk over the heap.

use crate::gauge::Gauge;
use crate::jni::{Env, Vm};
use crate::jvmti::Jvmti;
use crate::layout::{MAX_INSTANCES, kind, seen};
use crate::mapping::now_ns;

/// Tag of Tomcat's executor of virtual threads: counted, not read.
const VIRTUAL_THREADS: u64 = 99;

/// Classes whose instances are looked for.
const WANTED: [(&[u8], u64); 3] = [
    (b"Lcom/zaxxer/hikari/pool/HikariPool;", kind::HIKARI),
    (b"Lorg/apache/tomcat/util/threads/ThreadPoolExecutor;", kind::TOMCAT),
    (b"Lorg/apache/tomcat/util/threads/VirtualThreadExecutor;", VIRTUAL_THREADS),
];

/// Classes that only tell which server this is.
const TELLING: [(&[u8], u64); 6] = [
    (b"Lio/netty/channel/nio/NioEventLoop;", seen::NETTY),
    (b"Lorg/springframework/web/reactive/DispatcherHandler;", seen::WEBFLUX),
    (b"Lorg/eclipse/jetty/util/thread/QueuedThreadPool;", seen::JETTY),
    (b"Lio/undertow/Undertow;", seen::UNDERTOW),
    // Helidon 4 has no other threads, and Jetty loads this pool only where it is used
    (b"Lio/helidon/webserver/ServerListener;", seen::VIRTUAL_THREADS),
    (b"Lorg/eclipse/jetty/util/thread/VirtualThreadPool;", seen::VIRTUAL_THREADS),
];

/// What a walk found.
#[derive(Default)]
pub(crate) struct Found {
    /// Pools and executors in use.
    pub gauges: Vec<Gauge>,
    /// Bits of [`seen`].
    pub seen: u64,
    /// When the walk began, nanoseconds of `CLOCK_MONOTONIC`; 0 when there was nothing to walk for.
    pub start_ns: i64,
    /// How long it held the application, nanoseconds.
    pub walk_ns: i64,
    /// Instances that did not fit.
    pub left_out: u64,
}

/// Looks for pools and executors. The heap is walked only when a wanted class is loaded at all.
pub(crate) fn find(vm: Vm, env: &Env) -> Result<Found, i32> {
    let jvmti = Jvmti::new(vm)?;
    let mut found = Found::default();
    let walked = env.frame(256, |env| {
        let mut tagged = Ok(false);
        jvmti.loaded_classes(|class, signature| {
            if let Some((_, tag)) = WANTED.iter().find(|(name, _)| *name == signature) {
                tagged = tagged.and_then(|_| jvmti.tag_class(class, *tag).map(|()| true));
            } else if let Some((_, bit)) = TELLING.iter().find(|(name, _)| *name == signature) {
                found.seen |= bit;
            }
        })?;
        if !tagged? {
            return Ok(());
        }
        found.start_ns = now_ns();
        jvmti.tag_instances()?;
        found.walk_ns = now_ns() - found.start_ns;
        if !jvmti.instances(VIRTUAL_THREADS)?.is_empty() {
            found.seen |= seen::VIRTUAL_THREADS;
        }
        for kind in [kind::HIKARI, kind::TOMCAT] {
            for object in jvmti.instances(kind)? {
                let bound = env.frame(32, |env| Gauge::bind(env, object, kind, found.gauges.len())).flatten();
                match bound {
                    Some(gauge) if found.gauges.len() < MAX_INSTANCES => found.gauges.push(gauge),
                    Some(gauge) => {
                        gauge.release(env);
                        found.left_out += 1;
                    }
                    None => {}
                }
            }
        }
        Ok(())
    });
    match walked {
        Some(Ok(())) => Ok(found),
        failed => {
            for gauge in found.gauges {
                gauge.release(env);
            }
            Err(failed.map_or(0, |result| result.err().unwrap_or(0)))
        }
    }
}
