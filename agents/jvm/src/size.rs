//! Sizes of pools and executors: what they are, and one changed by its own setters. One call, one answer in a small file, no thread stays.
//!
//! Setters are those of `HikariConfigMXBean` (maximum pool size, minimum idle: meant for changes at run time) and of the executor
//! (maximum and core pool size, which is what Tomcat's own `setMaxThreads` and `setMinSpareThreads` call).
//!
//! The answer has a line for each instance, `kind name-in-hex max min total`, and ends with `done`, or `failed WHY`. Without that last
//! line it is not whole.

use crate::find::find;
use crate::gauge::Gauge;
use crate::jni::{Env, Method, Object, Vm};
use crate::layout::kind;
use crate::options::{Action, Options, Size};
use crate::{BAD_OPTIONS, OK};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::Builder;

/// Does what the options ask for, on a thread of its own that ends before this returns.
pub(crate) fn answer(vm: Vm, options: Options) -> i32 {
    let flags = libc::O_NOFOLLOW | libc::O_CLOEXEC;
    let Ok(mut file) = OpenOptions::new().write(true).truncate(true).custom_flags(flags).open(&options.file) else { return BAD_OPTIONS };
    let work = move || {
        let said = match vm.attach_daemon(c"tightspot-size") {
            Ok(env) => {
                let said = catch_unwind(AssertUnwindSafe(|| work(vm, &env, &options)));
                vm.detach();
                said.unwrap_or_else(|_| "failed panic\n".to_owned())
            }
            Err(error) => format!("failed thread {error}\n"),
        };
        write(&mut file, &said);
    };
    match Builder::new().name("tightspot-size".to_owned()).stack_size(256 * 1024).spawn(work) {
        Ok(thread) => {
            thread.join().ok();
            OK
        }
        Err(_) => BAD_OPTIONS,
    }
}

/// The reader takes an answer without its last line for none.
fn write(file: &mut File, said: &str) {
    file.write_all(said.as_bytes()).ok();
}

fn work(vm: Vm, env: &Env, options: &Options) -> String {
    let found = match find(vm, env) {
        Ok(found) => found.gauges,
        Err(error) => return format!("failed heap {error}\n"),
    };
    let mut said = String::new();
    let mut end = "done";
    for gauge in &found {
        let wanted = options.action == Action::Resize && gauge.kind == options.size.kind && gauge.name == options.size.name;
        if options.action == Action::Sizes || wanted {
            let sizes = env.frame(32, |env| Sizer::bind(env, gauge).map(|s| s.change(env, wanted.then_some(&options.size)))).flatten();
            match sizes {
                Some(now) => line(&mut said, gauge, now),
                None => end = "failed shape",
            }
        }
    }
    for gauge in found {
        gauge.release(env);
    }
    if options.action == Action::Resize && said.is_empty() && end == "done" {
        end = "failed gone";
    }
    said + end + "\n"
}

fn line(said: &mut String, gauge: &Gauge, (max, min, total): (i32, i32, i32)) {
    let name = gauge.name.bytes().fold(String::new(), |mut hex, b| {
        write!(hex, "{b:02x}").ok();
        hex
    });
    writeln!(said, "{} {name} {max} {min} {total}", gauge.kind).ok();
}

/// One pool or executor with the methods that tell and set its sizes.
struct Sizer {
    /// The pool or executor itself.
    object: Object,
    /// Who has the setters.
    holder: Object,
    max: (Method, Method),
    min: (Method, Method),
    total: Method,
    renew: Option<Method>,
}

impl Sizer {
    fn bind(env: &Env, gauge: &Gauge) -> Option<Self> {
        let object = gauge.object(env)?;
        let (holder, names, total) = if gauge.kind == kind::HIKARI {
            let config = env.field(object, c"config", c"Lcom/zaxxer/hikari/HikariConfig;")?;
            let holder = env.get_object(object, config)?;
            (holder, [c"getMaximumPoolSize", c"setMaximumPoolSize", c"getMinimumIdle", c"setMinimumIdle"], c"getTotalConnections")
        } else {
            (object, [c"getMaximumPoolSize", c"setMaximumPoolSize", c"getCorePoolSize", c"setCorePoolSize"], c"getPoolSize")
        };
        let [get_max, set_max, get_min, set_min] = names;
        let get = |name| env.method(holder, name, c"()I");
        let set = |name| env.method(holder, name, c"(I)V");
        Some(Self {
            object,
            holder,
            max: (get(get_max)?, set(set_max)?),
            min: (get(get_min)?, set(set_min)?),
            total: env.method(object, total, c"()I")?,
            renew: if gauge.kind == kind::HIKARI { env.method(object, c"softEvictConnections", c"()V") } else { None },
        })
    }

    /// Changes to `want`, if anything is wanted; the sizes that it has then: most, least, there are now.
    fn change(&self, env: &Env, want: Option<&Size>) -> (i32, i32, i32) {
        let int = |of: Object, m: Method| env.call_int(of, m).unwrap_or(-1);
        if let Some(want) = want {
            // Neither may stand above the other at any moment.
            let (set_max, set_min) = ((self.max.1, want.max), (self.min.1, want.min));
            let steps = if want.max < int(self.holder, self.max.0) { [set_min, set_max] } else { [set_max, set_min] };
            for (setter, value) in steps {
                // What it did not take is seen in what it is.
                env.call_void_int(self.holder, setter, value);
            }
            if let Some(renew) = self.renew.filter(|_| want.renew) {
                env.call_void(self.object, renew);
            }
        }
        (int(self.holder, self.max.0), int(self.holder, self.min.0), int(self.object, self.total))
    }
}
