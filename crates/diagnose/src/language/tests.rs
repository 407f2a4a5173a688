//! Languages as their files have them: frames, threads, versions, names of places.

use super::*;

fn language(runtime: &str) -> &'static Language {
    Language::of_runtime(&Runtime::named(runtime))
}

fn compiled(class: &str, method: &str) -> Frame {
    Frame { class: class.into(), method: method.into(), line: 0, kind: FrameKind::Compiled }
}

#[test]
fn every_language_and_every_table_can_be_read() {
    for (name, texts) in LANGUAGES {
        assert_eq!(language(name).name, *name);
        assert!(language(name).roles.len() >= texts.frames.len(), "{name}");
    }
    assert_eq!(language("of another day").name, "");
}

#[test]
fn a_misspelt_section_of_a_table_is_no_table() {
    let table =
        |section: &str| toml::from_str::<Table>(&format!("library = \"x\"\nversions = \"1\"\n[roles]\n[{section}]\nmail = [\"x.*\"]\n"));
    assert!(table("side-work").is_ok() && table("sidework").is_err());
}

#[test]
fn known_frames_play_their_roles() {
    for (frame, role) in [
        (compiled("org.apache.catalina.connector.CoyoteAdapter", "service"), Role::Dispatch),
        (compiled("com.zaxxer.hikari.pool.HikariPool", "getConnection"), Role::PoolAcquire),
        (compiled("org.postgresql.core.PGStream", "receiveChar"), Role::Driver),
        (compiled("org.springframework.transaction.interceptor.TransactionAspectSupport", "invokeWithinTransaction"), Role::Transaction),
    ] {
        assert!(language("jvm").class_of(&frame).is(role), "{frame:?}");
    }
}

#[test]
fn proxies_and_libraries_are_not_the_application() {
    for class in [
        "com.shop.Orders$$SpringCGLIB$$0",
        "com.shop.Order$HibernateProxy",
        "com.shop.Orders_ClientProxy",
        "jdk.proxy2.$Proxy104",
        "org.springframework.web.X",
        "java.lang.String",
    ] {
        assert!(!language("jvm").class_of(&compiled(class, "m")).is(Role::Application), "{class}");
    }
    assert!(language("jvm").class_of(&compiled("com.shop.Orders", "place")).is(Role::Application));
    let native = Frame { kind: FrameKind::Native, ..compiled("com.shop.Orders", "place") };
    assert!(!language("jvm").class_of(&native).is(Role::Application));
}

#[test]
fn frames_of_the_c_library_are_known_below_every_runtime() {
    let poll = Frame { class: String::new(), method: "epoll_wait".into(), line: 0, kind: FrameKind::Native };
    for runtime in ["jvm", "node", "native"] {
        assert!(language(runtime).class_of(&poll).is(Role::Blocked), "{runtime}");
    }
}

#[test]
fn threads_are_told_by_their_names() {
    let jvm = |name| language("jvm").thread_kind(name);
    assert_eq!(jvm("http-nio-8080-exec-3"), ThreadKind::Request);
    assert_eq!(jvm("http-nio-8080-Poller"), ThreadKind::Poller);
    assert_eq!(jvm("C2 CompilerThre"), ThreadKind::Compiler);
    assert_eq!(jvm("VM Thread"), ThreadKind::Collector);
    assert_eq!(jvm("main"), ThreadKind::Other);
    assert_eq!(language("node").thread_kind("libuv-worker"), ThreadKind::ThreadPool);
    assert_eq!(language("native").thread_kind("libuv-worker"), ThreadKind::Other);
}

#[test]
fn old_versions_that_do_not_read_their_quota_are_known() {
    assert!(language("go").ignores_quota("1.24.3") && !language("go").ignores_quota("1.25.0") && !language("go").ignores_quota(""));
    assert!(!language("jvm").ignores_quota("8.0"));
}

#[test]
fn places_are_told_as_programmers_tell_them() {
    let at = |class: &str, method: &str| Frame { class: class.into(), method: method.into(), line: 7, kind: FrameKind::Compiled };
    assert_eq!(language("jvm").site_name(&at("com.shop.Orders$$lambda", "place")), "Orders$.place:7");
    assert_eq!(language("jvm").method_name(&at("com.shop.Orders", "place")), "Orders.place");
    assert_eq!(language("jvm").method_name(&at("com.shop.Orders$$Lambda.0x00007ff4d061e4a0", "apply")), "Orders$$Lambda.apply");
    let names = ["npm:bcryptjs/dist/bcrypt.js", "npm:@node-rs/bcrypt/index.js", "dist/users/users.service.js"]
        .map(|c| language("node").site_name(&at(c, "next")));
    assert_eq!(names, ["next (bcryptjs/bcrypt.js:7)", "next (@node-rs/bcrypt/index.js:7)", "next (users.service.js:7)"]);
}

#[test]
fn functions_have_names_that_do_not_change_from_process_to_process() {
    let function = |runtime: &str, class: &str, method: &str| {
        let frame = compiled(class, method);
        let f = language(runtime).function(&frame, language(runtime).class_of(&frame));
        (f.short, f.full, f.kind)
    };
    let names = |class: &str| function("jvm", class, "call").1;
    assert_eq!(names("shop.Orders$$Lambda$1642.0x00007fa1c5a27c80"), "shop.Orders$$Lambda.call");
    assert_eq!(names("shop.Orders$$Lambda/0x00007fa1c5a27c80"), "shop.Orders$$Lambda.call");
    assert_eq!(names("jdk.internal.reflect.GeneratedMethodAccessor86"), "jdk.internal.reflect.GeneratedMethodAccessor.call");
    assert_eq!(names("shop.Orders$ProxyHolder"), "shop.Orders$ProxyHolder.call", "a name that goes on is a name");
    let own = ("Orders.call".to_owned(), "shop.Orders.call".to_owned(), CodeKind::Own);
    assert_eq!(function("jvm", "shop.Orders", "call"), own);
    assert_eq!(function("jvm", "", "/usr/lib/libz.so"), ("libz.so".into(), "libz.so".into(), CodeKind::Native));
    assert_eq!(function("node", "npm:pg/lib/client.js", "query").1, "query (npm:pg/lib/client.js)");
}

#[test]
fn threads_of_a_pool_share_a_name() {
    let names = ["partner-12", "pool-3-thread-1", "main", "7"].map(super::pool_name);
    assert_eq!(names, [Some("partner-"), Some("pool-3-thread-"), None, None]);
}
