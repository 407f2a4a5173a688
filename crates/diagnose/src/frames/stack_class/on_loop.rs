//! Stacks of an event loop, as a CPU profiler gives them: of the main thread only, whose callbacks serve all requests. Whatever is not
//! idle is time that requests need or wait for, so all of it counts as in a request.

use super::{Part, Place, StackClass, Work, library_work, site_and_work};
use crate::frames::classify::{FrameClass, Role};
use crate::language::Looped;
use model::{Frame, FrameKind};

/// The class of a stack of the loop's thread; `None` for any other.
pub(super) fn classify(words: &Looped, frames: &[(&Frame, FrameClass)]) -> Option<StackClass> {
    let (leaf, of_leaf) = frames.last()?;
    let is_pseudo = |f: &Frame| f.class.is_empty() && [&words.idle, &words.collector, &words.program].contains(&&f.method);
    if !frames.iter().any(|(f, _)| !matches!(f.kind, FrameKind::Native | FrameKind::Kernel) || is_pseudo(f)) {
        return None;
    }
    let (site, work) = site_and_work(frames);
    let logs = frames.iter().any(|(_, c)| c.is(Role::Logging));
    let writes = leaf.kind == FrameKind::Native && words.writes.contains(&leaf.method);
    let is = |word: &str| leaf.class.is_empty() && leaf.method == word;
    let place = if is(&words.idle) {
        Place::Elsewhere
    } else if is(&words.collector) {
        Place::Request(Part::Stopped)
    } else if logs && (writes || of_leaf.is(Role::DiskSync)) {
        Place::Request(Part::Logging)
    } else {
        Place::Request(Part::Cpu)
    };
    // what goes on after a wait has no frame of the application below it: the outermost library says what it is for
    let by_library = || frames.iter().find_map(|(_, c)| library_work(*c)).unwrap_or(Work::Framework);
    let work = if site.is_none() { by_library() } else { work };
    Some(StackClass { place, waits: false, in_transaction: false, site, transaction_site: None, work })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frames::HashFunction;

    fn class(lines: &[(&str, &str)]) -> StackClass {
        let frames: Vec<Frame> = lines
            .iter()
            .map(|(module, function)| Frame {
                class: (*module).into(),
                method: (*function).into(),
                line: 7,
                kind: if module.is_empty() { FrameKind::Native } else { FrameKind::Compiled },
            })
            .collect();
        let language = crate::language::Language::of_runtime(&model::Runtime::named("node"));
        let with: Vec<_> = frames.iter().map(|f| (f, language.class_of(f))).collect();
        language.classify(&with)
    }

    #[test]
    fn what_is_idle_serves_nobody() {
        assert_eq!(class(&[("", "(idle)")]).place, Place::Elsewhere);
        assert_eq!(class(&[("", "(garbage collector)")]).place, Place::Request(Part::Stopped));
        assert_eq!(class(&[("", "(program)")]).place, Place::Request(Part::Cpu));
    }

    #[test]
    fn a_password_that_a_later_turn_hashes_is_a_site_of_its_own() {
        let c = class(&[
            ("node:internal/timers", "processImmediate"),
            ("npm:bcryptjs/dist/bcrypt.js", "next"),
            ("npm:bcryptjs/dist/bcrypt.js", "_encipher"),
        ]);
        assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), Some(1), Work::PasswordHash(HashFunction::Bcrypt)));
    }

    #[test]
    fn the_innermost_function_outside_packages_is_the_site() {
        let c = class(&[
            ("node:internal/process/task_queues", "processTicksAndRejections"),
            ("dist/users/users.service.js", "create"),
            ("npm:bcrypt/bcrypt.js", "hashSync"),
            ("", "encryptSync"),
        ]);
        assert_eq!((c.place, c.site, c.work), (Place::Request(Part::Cpu), Some(1), Work::PasswordHash(HashFunction::Bcrypt)));
        let c = class(&[("dist/users/users.service.js", "find"), ("npm:pg/lib/client.js", "query")]);
        assert_eq!((c.site, c.work), (Some(0), Work::DataAccess));
        let c = class(&[("npm:express/lib/router/index.js", "handle"), ("", "stringify")]);
        assert_eq!((c.site, c.work), (None, Work::Framework));
        let c = class(&[
            ("node:internal/process/task_queues", "processTicksAndRejections"),
            ("npm:@prisma/client/runtime/client.js", "render"),
            ("npm:pg/lib/client.js", "query"),
        ]);
        assert_eq!((c.site, c.work), (None, Work::DataAccess));
    }

    #[test]
    fn a_line_of_the_log_that_is_written_at_once_waits_in_the_log() {
        let c = class(&[("dist/main.js", "handle"), ("node:internal/console/constructor", "log"), ("", "writeUtf8String")]);
        assert_eq!((c.place, c.work), (Place::Request(Part::Logging), Work::Logging));
        let c = class(&[("dist/main.js", "handle"), ("npm:sonic-boom/index.js", "actualWrite"), ("node:fs", "fsyncSync"), ("", "fsync")]);
        assert_eq!((c.place, c.work), (Place::Request(Part::Logging), Work::Logging));
        let c = class(&[("dist/main.js", "handle"), ("node:internal/console/constructor", "formatWithOptions")]);
        assert_eq!((c.place, c.work), (Place::Request(Part::Cpu), Work::Logging));
    }
}
