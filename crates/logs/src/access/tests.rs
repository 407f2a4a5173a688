//! Lines as servers and libraries write them, and what is none.

use super::{Access, access};
use proptest::prelude::*;

const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)";

fn seen(line: &str) -> Option<(String, String, u16, Option<String>)> {
    access(line).map(|Access { method, target, status, agent }| (method, target, status, agent))
}

#[test]
fn lines_of_servers_and_libraries_are_read() {
    let none: Option<&str> = None;
    for (line, method, target, status, agent) in [
        // common
        (
            r#"10.0.0.7 - - [02/May/2026:10:00:01 +0900] "GET /products/42?lang=ko HTTP/1.1" 200 512"#,
            "GET",
            "/products/42?lang=ko",
            200,
            none,
        ),
        (r#"::1 - ann [02/May/2026:10:00:01 +0000] "HEAD / HTTP/1.0" 304 -"#, "HEAD", "/", 304, none),
        // combined, with what nginx and Apache may add on either side
        (
            r#"10.0.0.7 - - [02/May/2026:10:00:01 +0000] "POST /orders HTTP/2.0" 201 17 "https://shop.example.org/cart" "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)""#,
            "POST",
            "/orders",
            201,
            Some(IPHONE),
        ),
        (
            r#"shop.example.org:443 10.0.0.7 - - [02/May/2026:10:00:01 +0000] "GET /a HTTP/1.1" 200 5 "-" "curl/8.9" "10.1.1.1" 0.012 0.011"#,
            "GET",
            "/a",
            200,
            Some("curl/8.9"),
        ),
        (
            r#"h - - [t] "GET /say?it=\"hi\"&x=\x22\xE3 HTTP/1.1" 200 5 "-" "a \"b\"""#,
            "GET",
            "/say?it=%22hi%22&x=%22%E3",
            200,
            Some(r#"a \"b\""#),
        ),
        (r#"h - - [t] "GET http://shop.example.org/a?b#c HTTP/1.1" 200 5"#, "GET", "/a?b", 200, none),
        (r#"h - - [t] "GET /go?to=http://x/y HTTP/1.1" 302 0"#, "GET", "/go?to=http://x/y", 302, none),
        (r#"h - - [t] "GET /a b/{{id}} HTTP/1.1" 200 0"#, "GET", "/a%20b/%7B%7Bid%7D%7D", 200, none),
        // nginx
        (
            r#"{"time":"2026-05-02T10:00:01+00:00","request_method":"GET","request_uri":"/products?page=2","status":"200","http_user_agent":"curl/8.9"}"#,
            "GET",
            "/products?page=2",
            200,
            Some("curl/8.9"),
        ),
        (r#"{"request":"GET /products HTTP/1.1","status":200}"#, "GET", "/products", 200, none),
        (r#"{"method":"GET","uri":"/products","args":"page=2","status":200}"#, "GET", "/products?page=2", 200, none),
        (r#"{"method":"GET","uri":"/products","args":"","status":200}"#, "GET", "/products", 200, none),
        // Caddy
        (
            r#"{"level":"info","logger":"http.log.access","msg":"handled request","request":{"method":"GET","host":"h","uri":"/a?b=c","headers":{"User-Agent":["curl/8.9"]}},"status":200}"#,
            "GET",
            "/a?b=c",
            200,
            Some("curl/8.9"),
        ),
        // Spring: logback-access, and the Elastic fields of Spring Boot
        (
            r#"{"@version":"1","message":"h - - [t] \"GET /a HTTP/1.1\" 200 5","method":"GET","requested_uri":"/a","status_code":200}"#,
            "GET",
            "/a",
            200,
            none,
        ),
        (
            r#"{"http":{"request":{"method":"GET"},"response":{"status_code":404}},"url":{"path":"/a","query":"b=c"},"user_agent":{"original":"x"}}"#,
            "GET",
            "/a?b=c",
            404,
            Some("x"),
        ),
        (r#"{"http.request.method":"GET","http.response.status_code":200,"url.path":"/a"}"#, "GET", "/a", 200, none),
        // Tomcat
        (r#"{"host":"h","method":"GET","path":"/a","query":"?b=c","statusCode":"200"}"#, "GET", "/a?b=c", 200, none),
        (r#"{"host":"h","request":"GET /a HTTP/1.1","statusCode":"200","size":"5"}"#, "GET", "/a", 200, none),
        // pino-http
        (
            r#"{"level":30,"req":{"id":1,"method":"GET","url":"/users/7","headers":{"user-agent":"curl/8.9"}},"res":{"statusCode":200},"msg":"request completed"}"#,
            "GET",
            "/users/7",
            200,
            Some("curl/8.9"),
        ),
        // Traefik, Envoy
        (r#"{"RequestMethod":"GET","RequestPath":"/a?b","DownstreamStatus":200}"#, "GET", "/a?b", 200, none),
        (r#"{"method":"GET","path":"/a","response_code":200,"user_agent":"x"}"#, "GET", "/a", 200, Some("x")),
        // wrapped by the log of a container
        (
            r#"{"log":"h - - [t] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\"\n","stream":"stdout","time":"2026-05-02T10:00:01Z"}"#,
            "GET",
            "/a",
            200,
            Some("x"),
        ),
        (r#"{"log":"{\"request\":\"GET /a HTTP/1.1\",\"status\":200}\n","stream":"stdout"}"#, "GET", "/a", 200, none),
    ] {
        assert_eq!(seen(line), Some((method.to_owned(), target.to_owned(), status, agent.map(str::to_owned))), "{line}");
    }
}

#[test]
fn what_is_no_line_of_an_access_log_is_nothing() {
    for line in [
        "",
        "2026-05-02 10:00:01 INFO started in 3.2 s",
        r#"h - - [t] "-" 408 0 "-" "-""#,
        r#"h - - [t] "\x16\x03\x01" 400 0"#,
        r#"h - - [t] "GET /a HTTP/1.1" - 0"#,
        r#"h - - [t] "GET /a HTTP/1.1" 999 0"#,
        r#"h - - [t] "GET /a HTTP/1.1"#,
        r#"h - - [t] "OPTIONS * HTTP/1.1" 200 0"#,
        r#"h - - [t] "get /a HTTP/1.1" 200 0"#,
        r#"{"level":30,"msg":"listening","status":200}"#,
        r#"{"method":"GET","path":"/a"}"#,
        r#"{"method":"GET","path":"/a","status":200"#,
        "{}",
        "{\"log\":{}}",
    ] {
        assert_eq!(access(line), None, "{line}");
    }
}

#[test]
fn what_is_written_for_developers_has_no_target() {
    let line = r#"h - - [t] "GET /reset?token=hunter2 HTTP/1.1" 200 5"#;
    assert!(!format!("{:?}", access(line)).contains("hunter2"));
}

proptest! {
    #[test]
    fn no_line_is_too_much(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _read = access(&String::from_utf8_lossy(&bytes)).is_some();
    }

    #[test]
    fn what_is_in_a_request_line_never_ends_it(target in ".{0,40}", status in 0..700_u32) {
        if let Some(a) = access(&format!("h - - [t] \"GET /{target} HTTP/1.1\" {status} 5")) {
            prop_assert!(a.target.starts_with('/') && a.target.bytes().all(|b| b.is_ascii_graphic()) && !a.target.contains("{{"));
            prop_assert!((100..=599).contains(&a.status));
        }
        let json = serde_json::json!({ "method": "GET", "uri": format!("/{target}"), "args": target, "status": status });
        if let Some(a) = access(&json.to_string()) {
            prop_assert!(a.target.bytes().all(|b| b.is_ascii_graphic()) && !a.target.contains('#'));
        }
    }
}
