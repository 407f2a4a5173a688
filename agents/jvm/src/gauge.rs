//! One pool or executor: what is read from it, and how.

use crate::jni::{Env, Field, Method, Object};
use crate::layout::{Record, kind};
use crate::mapping::now_ns;
use std::ffi::CStr;

/// `PoolBase.poolState` of a pool that was closed.
const HIKARI_SHUTDOWN: i32 = 2;

/// A living pool or executor, weakly held.
pub(crate) struct Gauge {
    /// One of [`kind`].
    pub kind: u64,
    /// Pool name, or the prefix of the executor's thread names.
    pub name: String,
    weak: Object,
    reader: Reader,
}

enum Reader {
    Hikari { active: Method, total: Method, waiting: Method, limit: Option<(Field, Method)> },
    Tomcat { active: Method, size: Method, max: Method, queue: Option<(Method, Method)> },
}

impl Gauge {
    /// Looks up names and methods; `None` for an instance that is closed or of an unknown shape.
    pub(crate) fn bind(env: &Env, object: Object, kind: u64, position: usize) -> Option<Self> {
        let (reader, name) = if kind == kind::HIKARI { hikari(env, object)? } else { tomcat(env, object)? };
        let name = name.unwrap_or_else(|| format!("unnamed-{position}"));
        Some(Self { kind, name, weak: env.weak(object)?, reader })
    }

    /// Reads all values; `None` once the object was collected. Allocates nothing but local references.
    pub(crate) fn read(&self, env: &Env, instance: u64) -> Option<Record> {
        let t_ns = now_ns();
        let mut record = env.frame(16, |env| {
            let object = env.upgrade(self.weak)?;
            let int = |method| env.call_int(object, method).map_or(-1, i64::from);
            let record = Record { t_ns, instance, pending: -1, max: -1, queue: -1, ..Record::default() };
            Some(match self.reader {
                Reader::Hikari { active, total, waiting, limit } => Record {
                    used: int(active),
                    total: int(total),
                    pending: int(waiting),
                    max: limit.and_then(|(config, max)| env.call_int(env.get_object(object, config)?, max)).map_or(-1, i64::from),
                    ..record
                },
                Reader::Tomcat { active, size, max, queue } => Record {
                    used: int(active),
                    total: int(size),
                    max: int(max),
                    queue: queue.and_then(|(queue, size)| env.call_int(env.call_object(object, queue)?, size)).map_or(-1, i64::from),
                    ..record
                },
            })
        })??;
        record.cost_ns = now_ns() - t_ns;
        Some(record)
    }

    /// The object itself, in the local frame of the caller; `None` once it was collected.
    pub(crate) fn object(&self, env: &Env) -> Option<Object> {
        env.upgrade(self.weak)
    }

    /// Ends the weak reference.
    pub(crate) fn release(self, env: &Env) {
        env.delete_weak(self.weak);
    }
}

fn hikari(env: &Env, pool: Object) -> Option<(Reader, Option<String>)> {
    if let Some(state) = env.field(pool, c"poolState", c"I")
        && env.get_int(pool, state) == HIKARI_SHUTDOWN
    {
        return None;
    }
    let int = |name: &CStr| env.method(pool, name, c"()I");
    let config_field = env.field(pool, c"config", c"Lcom/zaxxer/hikari/HikariConfig;");
    let config = config_field.and_then(|f| env.get_object(pool, f));
    let limit = config_field.zip(config.and_then(|c| env.method(c, c"getMaximumPoolSize", c"()I")));
    let name = config.and_then(|c| {
        let method = env.method(c, c"getPoolName", c"()Ljava/lang/String;")?;
        env.text(env.call_object(c, method)?)
    });
    let (active, total) = (int(c"getActiveConnections")?, int(c"getTotalConnections")?);
    Some((Reader::Hikari { active, total, waiting: int(c"getThreadsAwaitingConnection")?, limit }, name))
}

fn tomcat(env: &Env, executor: Object) -> Option<(Reader, Option<String>)> {
    let shutdown = env.method(executor, c"isShutdown", c"()Z")?;
    if env.call_bool(executor, shutdown) != Some(false) {
        return None;
    }
    let int = |name: &CStr| env.method(executor, name, c"()I");
    let queue = env.method(executor, c"getQueue", c"()Ljava/util/concurrent/BlockingQueue;").and_then(|get| {
        let queue = env.call_object(executor, get)?;
        Some((get, env.method(queue, c"size", c"()I")?))
    });
    let name = env.method(executor, c"getThreadFactory", c"()Ljava/util/concurrent/ThreadFactory;").and_then(|get| {
        let factory = env.call_object(executor, get)?;
        let field = env.field(factory, c"namePrefix", c"Ljava/lang/String;")?;
        let prefix = env.text(env.get_object(factory, field)?)?;
        let short = prefix.strip_suffix("-exec-").unwrap_or_else(|| prefix.trim_end_matches('-'));
        Some(short.to_owned())
    });
    let (active, size, max) = (int(c"getActiveCount")?, int(c"getPoolSize")?, int(c"getMaximumPoolSize")?);
    Some((Reader::Tomcat { active, size, max, queue }, name))
}
