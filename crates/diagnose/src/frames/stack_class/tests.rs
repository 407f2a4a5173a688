//! Stacks as the profiler gives them, and where they belong.

use super::*;
use model::FrameKind;

fn stack(lines: &[&str]) -> Vec<Frame> {
    lines
        .iter()
        .map(|l| match l.rsplit_once('.') {
            Some((class, method)) if !l.contains("::") => {
                Frame { class: class.into(), method: method.into(), line: 7, kind: FrameKind::Compiled }
            }
            _ => Frame { class: String::new(), method: (*l).into(), line: 0, kind: FrameKind::Native },
        })
        .collect()
}

fn check(lines: &[&str]) -> StackClass {
    let frames = stack(lines);
    let with: Vec<_> = frames.iter().map(|f| (f, jvm().class_of(f))).collect();
    jvm().classify(&with)
}

fn jvm() -> &'static Language {
    Language::of_runtime(&model::Runtime::named("jvm"))
}

const DISPATCH: &str = "org.apache.catalina.connector.CoyoteAdapter.service";
const FILTER: &str = "org.apache.catalina.core.ApplicationFilterChain.doFilter";
const TX: &str = "org.springframework.transaction.interceptor.TransactionInterceptor.invoke";

#[test]
fn a_thread_in_poll_below_a_client_waits_for_the_other_service_inside_the_transaction() {
    let c = check(&[
        DISPATCH,
        "com.shop.Controller.get",
        TX,
        "com.shop.Orders.place",
        "com.shop.Pay.charge",
        "org.springframework.web.client.RestClient.retrieve",
        "sun.net.www.http.HttpClient.parseHTTP",
        "sun.nio.ch.NioSocketImpl.implRead",
        "sun.nio.ch.Net.poll",
        "__poll",
    ]);
    assert_eq!(c.place, Place::Request(Part::Remote));
    assert!(c.in_transaction);
    assert_eq!((c.site, c.transaction_site), (Some(4), Some(3)));
}

#[test]
fn waiting_for_the_pool_is_not_the_database() {
    let c =
        check(&[DISPATCH, TX, "com.zaxxer.hikari.pool.HikariPool.getConnection", "jdk.internal.misc.Unsafe.park", "__futex_abstimed_wait"]);
    assert_eq!(c.place, Place::Request(Part::PoolWait));
}

#[test]
fn creating_a_connection_is_the_drivers() {
    let c = check(&[
        DISPATCH,
        "com.zaxxer.hikari.pool.HikariPool.getConnection",
        "org.postgresql.Driver.connect",
        "sun.nio.ch.Net.poll",
        "poll",
    ]);
    assert_eq!(c.place, Place::Request(Part::Database));
}

#[test]
fn a_thread_in_a_client_of_redis_waits_for_the_cache_whatever_the_client() {
    let park = ["java.util.concurrent.locks.LockSupport.parkNanos", "jdk.internal.misc.Unsafe.park", "__futex_abstimed_wait"];
    let read = ["java.net.SocketInputStream.read", "sun.nio.ch.NioSocketImpl.implRead", "sun.nio.ch.Net.poll", "__poll"];
    let clients: [(&[&str], &[&str]); 4] = [
        (
            &[
                "org.springframework.data.redis.core.RedisTemplate.execute",
                "org.springframework.data.redis.connection.lettuce.LettuceConnection.await",
                "io.lettuce.core.internal.Futures.awaitOrCancel",
                "io.lettuce.core.protocol.AsyncCommand.await",
                "java.util.concurrent.CountDownLatch.await",
            ],
            &park,
        ),
        (&["redis.clients.jedis.Jedis.get", "redis.clients.jedis.util.RedisInputStream.ensureFill"], &read),
        (
            &[
                "org.redisson.RedissonBucket.get",
                "org.redisson.command.CommandAsyncService.get",
                "java.util.concurrent.CompletableFuture.get",
            ],
            &park,
        ),
        (&["net.spy.memcached.MemcachedClient.get", "java.util.concurrent.CountDownLatch.await"], &park),
    ];
    for (client, leaf) in clients {
        let lines = [&[DISPATCH, "com.shop.Queue.place"], client, leaf].concat();
        let c = check(&lines);
        assert_eq!((c.place, c.site), (Place::Request(Part::Cache), Some(1)), "{lines:?}");
    }
}

#[test]
fn what_a_cache_loads_on_a_miss_is_not_the_caches() {
    let inside =
        |rest: &[&str]| check(&[&[DISPATCH, "org.springframework.data.redis.cache.RedisCache.get", "com.shop.Prices.load"], rest].concat());
    let database = inside(&["org.postgresql.jdbc.PgStatement.execute", "sun.nio.ch.Net.poll", "__poll"]);
    assert_eq!(database.place, Place::Request(Part::Database));
    let service = inside(&["sun.net.www.http.HttpClient.parseHTTP", "sun.nio.ch.Net.poll", "__poll"]);
    assert_eq!(service.place, Place::Request(Part::Remote));
}

const CHAIN: &str = "org.springframework.security.web.FilterChainProxy$VirtualFilterChain.doFilter";
const HASH: [&str; 2] = [
    "org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder.matches",
    "org.springframework.security.crypto.bcrypt.BCrypt.cipher",
];

#[test]
fn a_password_that_a_filter_hashes_is_a_site_of_its_own() {
    for (outside, site) in [
        (
            &[DISPATCH, FILTER, CHAIN, "org.springframework.security.web.authentication.www.BasicAuthenticationFilter.doFilterInternal"][..],
            4,
        ),
        (&[DISPATCH, "com.shop.Tracing.doFilter", FILTER, CHAIN][..], 4),
        (&[DISPATCH, FILTER, "com.shop.Login.check"][..], 2),
    ] {
        let c = check(&[outside, &HASH].concat());
        assert_eq!(
            (c.place, c.site, c.work),
            (Place::Request(Part::Cpu), Some(site), Work::PasswordHash(HashFunction::Bcrypt)),
            "{outside:?}"
        );
    }
}

#[test]
fn a_stopped_thread_is_stopped_whatever_it_was_reading() {
    let c = check(&[DISPATCH, "sun.net.www.http.HttpClient.parseHTTP", "sun.nio.ch.Net.poll", "SafepointSynchronize::block", "__futex"]);
    assert_eq!(c.place, Place::Request(Part::Stopped));
}

#[test]
fn an_idle_worker_is_elsewhere_and_a_busy_one_outside_the_dispatch() {
    let idle = check(&["java.lang.Thread.run", "org.apache.tomcat.util.threads.TaskQueue.take", "jdk.internal.misc.Unsafe.park"]);
    assert_eq!(idle.place, Place::Elsewhere);
    let busy = check(&[
        "java.lang.Thread.run",
        "org.apache.tomcat.util.net.SocketProcessorBase.run",
        "org.apache.coyote.http11.Http11InputBuffer.parse",
    ]);
    assert_eq!(busy.place, Place::OutsideDispatch);
}

#[test]
fn work_of_the_framework_is_not_booked_on_an_outer_filter_of_the_application() {
    let c = check(&[
        DISPATCH,
        "com.shop.TraceFilter.doFilter",
        FILTER,
        "org.springframework.web.servlet.DispatcherServlet.doDispatch",
        "com.fasterxml.jackson.databind.ObjectMapper.writeValue",
    ]);
    assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), None, Work::Framework));
}

#[test]
fn serialisation_that_the_application_calls_itself_has_the_application_as_its_site() {
    let c = check(&[
        DISPATCH,
        FILTER,
        "com.shop.Convert.toDto",
        "com.fasterxml.jackson.databind.ObjectMapper.readValue",
        "java.lang.String.charAt",
    ]);
    assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), Some(2), Work::Serialisation));
}

#[test]
fn an_answer_that_the_application_writes_itself_is_rendering() {
    let c = check(&[
        DISPATCH,
        FILTER,
        "com.shop.PriceServlet.json",
        "com.fasterxml.jackson.databind.ObjectMapper.writeValue",
        "com.fasterxml.jackson.databind.ObjectMapper._writeValueAndClose",
        "java.lang.String.charAt",
    ]);
    assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), Some(2), Work::Rendering));
}

#[test]
fn an_answer_that_the_framework_writes_for_the_application_is_rendering() {
    let c = check(&[
        DISPATCH,
        "com.shop.Prices.list",
        "io.javalin.http.Context.json",
        "io.javalin.json.JavalinJackson.toJsonString",
        "com.fasterxml.jackson.databind.ObjectMapper.writeValueAsString",
        "java.lang.String.charAt",
    ]);
    assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), Some(1), Work::Rendering));
}

#[test]
fn mapping_called_by_a_repository_is_data_access() {
    let c = check(&[DISPATCH, FILTER, "com.shop.Orders.load", TX, "org.hibernate.internal.SessionImpl.find", "java.util.HashMap.get"]);
    assert_eq!((c.site, c.work), (Some(2), Work::DataAccess));
}

#[test]
fn a_monitor_is_a_lock_with_the_site_that_wants_it() {
    let c = check(&[DISPATCH, "com.shop.Format.date", "ObjectMonitor::enter", "__futex_abstimed_wait"]);
    assert_eq!((c.place, c.site), (Place::Request(Part::Lock), Some(1)));
}

/// How a thread that parks in `java.util.concurrent` ends on JDK 17 with glibc (recorded.txt has it below a condition).
const PARKED: [&str; 7] = [
    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
    "java.util.concurrent.locks.LockSupport.park",
    "jdk.internal.misc.Unsafe.park",
    "Unsafe_Park",
    "Parker::park",
    "___pthread_cond_wait",
    "__futex_abstimed_wait_common",
];

#[test]
fn a_lock_of_the_library_is_a_lock_and_a_latch_is_none() {
    let lock = ["java.util.concurrent.locks.ReentrantLock$Sync.lock", "java.util.concurrent.locks.ReentrantLock.lock"];
    let c = check(&[&[DISPATCH, "com.shop.Tokens.current", lock[1], lock[0]][..], &PARKED].concat());
    assert_eq!((c.place, c.site), (Place::Request(Part::Lock), Some(1)));
    let c = check(&[&[DISPATCH, "com.shop.Tokens.current", "java.util.concurrent.CountDownLatch.await"][..], &PARKED].concat());
    assert_eq!(c.place, Place::Request(Part::OtherWait));
    let signal = "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await";
    let c =
        check(&[&[DISPATCH, "com.shop.Tokens.current", "java.util.concurrent.ArrayBlockingQueue.take", signal][..], &PARKED[1..]].concat());
    assert_eq!(c.place, Place::Request(Part::OtherWait));
}

#[test]
fn a_socket_of_an_unknown_library_is_another_services() {
    let read = ["sun.nio.ch.NioSocketImpl.implRead", "sun.nio.ch.NioSocketImpl.park", "sun.nio.ch.Net.poll", "__poll"];
    let c = check(&[&[DISPATCH, TX, "com.shop.Mails.send", "com.example.smtp.Client.send"][..], &read].concat());
    assert_eq!((c.place, c.in_transaction), (Place::Request(Part::Remote), true));
    let blocked = ["reactor.core.publisher.Mono.block", "reactor.core.publisher.BlockingMonoSubscriber.blockingGet"];
    let c = check(&[&[DISPATCH, TX, "com.shop.Rates.of"][..], &blocked, &["java.util.concurrent.CountDownLatch.await"], &PARKED].concat());
    assert_eq!((c.place, c.site), (Place::Request(Part::Remote), Some(2)));
}

#[test]
fn what_is_fetched_while_the_answer_is_written_is_access_to_data() {
    let render = [
        DISPATCH,
        FILTER,
        "com.fasterxml.jackson.databind.ObjectWriter.writeValue",
        "com.fasterxml.jackson.databind.ser.BeanSerializer.serialize",
    ];
    let c = check(
        &[
            &render[..],
            &[
                "org.hibernate.collection.spi.PersistentBag.iterator",
                "org.postgresql.core.v3.QueryExecutorImpl.sendSync",
                "java.lang.String.getBytes",
            ],
        ]
        .concat(),
    );
    assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), None, Work::DataAccess));
    assert_eq!(check(&render).work, Work::Framework);
}

/// Stacks of a real service (Spring Boot 3.5, Tomcat 10, HikariCP, Hibernate, Apache HttpClient 5; JDK 17 with the serial collector on one
/// saturated core; async-profiler 4.6 `wall=10ms`, collapsed), one for each place that was seen. Line: expected place, transaction, site, stack.
#[test]
fn recorded_stacks_are_where_they_were_found_by_hand() {
    for line in include_str!("recorded.txt").lines().filter(|l| !l.starts_with('#')) {
        let [place, transaction, site, stack] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let frames: Vec<Frame> = stack
            .split(';')
            .map(|f| match f.rsplit_once('.') {
                Some((class, method)) if f.contains('/') => {
                    Frame { class: class.replace('/', "."), method: method.into(), line: 0, kind: FrameKind::Compiled }
                }
                _ => Frame { class: String::new(), method: f.into(), line: 0, kind: FrameKind::Native },
            })
            .collect();
        let with: Vec<_> = frames.iter().map(|f| (f, jvm().class_of(f))).collect();
        let c = jvm().classify(&with);
        let found =
            (format!("{:?}", c.place), c.in_transaction.to_string(), c.site.map(|i| jvm().site_name(&frames[i])).unwrap_or_default());
        assert_eq!(found, (place.to_owned(), transaction.to_owned(), site.to_owned()), "{stack}");
    }
}
