//! What caches in the process look like on a stack.

use diagnose::frames::FrameClass;
use model::Frame;

/// Classes between a caller and what runs where nothing was found, with how the cache is called.
const LOADERS: [(&str, &str); 8] = [
    ("org.springframework.cache.interceptor.", "Spring's cache"),
    ("org.springframework.cache.jcache.interceptor.", "JCache"),
    ("com.github.benmanes.caffeine.cache.", "Caffeine"),
    ("com.google.common.cache.LocalCache", "Guava's cache"),
    ("org.ehcache.", "Ehcache"),
    ("io.quarkus.cache.runtime.", "Quarkus' cache"),
    ("io.micronaut.cache.interceptor.", "Micronaut's cache"),
    ("org.infinispan.", "Infinispan"),
];

/// Packages of npm that keep what was worked out.
const PACKAGES: [&str; 8] =
    ["cache-manager", "keyv", "lru-cache", "node-cache", "quick-lru", "memory-cache", "@isaacs/ttlcache", "@nestjs/cache-manager"];

/// The cache below which own code runs, and the first method of it; `None` where none does. Outermost frame first.
pub(super) fn below_a_cache<'a>(frames: &[(&'a Frame, FrameClass)]) -> Option<(&'static str, &'a Frame)> {
    let loader = |f: &Frame| LOADERS.iter().find(|(class, _)| f.class.starts_with(class)).map(|(_, name)| *name);
    let (at, cache) = frames.iter().enumerate().rev().find_map(|(i, (f, _))| Some((i, loader(f)?)))?;
    let own = frames[at + 1..].iter().find(|(_, class)| class.is_application())?;
    Some((cache, own.0))
}

/// The package in which a value is stored.
pub(super) fn keeps(frames: &[(&Frame, FrameClass)]) -> Option<&'static str> {
    calls(frames, &["set", "mset", "put"])
}

/// The package in which a value is looked up.
pub(super) fn looks_up(frames: &[(&Frame, FrameClass)]) -> Option<&'static str> {
    calls(frames, &["get", "mget", "peek", "fetch", "wrap"])
}

fn calls(frames: &[(&Frame, FrameClass)], methods: &[&str]) -> Option<&'static str> {
    let is_method = |f: &Frame| methods.contains(&f.method.rsplit('.').next().unwrap_or(&f.method));
    let package = |f: &Frame| {
        let within = f.class.strip_prefix("npm:")?;
        PACKAGES.iter().copied().find(|p| within.strip_prefix(p).is_some_and(|rest| rest.starts_with('/')))
    };
    frames.iter().filter(|(f, _)| is_method(f)).find_map(|(f, _)| package(f))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::FrameKind;

    fn frame(class: &str, method: &str) -> Frame {
        Frame { class: class.into(), method: method.into(), line: 1, kind: FrameKind::Compiled }
    }

    #[test]
    fn packages_are_told_by_their_whole_name() {
        let of = |class: &str, method: &str| {
            let f = frame(class, method);
            let stack = [(&f, FrameClass::default())];
            (keeps(&stack), looks_up(&stack))
        };
        assert_eq!(of("npm:cache-manager/dist/index.js", "set"), (Some("cache-manager"), None));
        assert_eq!(of("npm:@nestjs/cache-manager/dist/x.js", "Cache.get"), (None, Some("@nestjs/cache-manager")));
        assert_eq!(of("npm:lru-cache-for-clusters/index.js", "set"), (None, None));
        assert_eq!(of("src/cache.js", "set"), (None, None));
    }
}
