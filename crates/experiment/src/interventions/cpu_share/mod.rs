//! CPU taken away from a process: by the quota of its control group, or by fewer CPUs. Page: `cpu-share.md`.

mod affinity;
mod group;

use super::{Intervention, Kind, Knob, Restore, Restored, WayBack};
use crate::InterventionError;
use diagnose::Factor;
use model::{Message, Target, message};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// For the registry.
pub const KIND: Kind = Kind::new("cpu-share", include_str!("cpu-share.md")).put_back_by::<CpuBefore>().turned_by(Knob {
    name: "cpu-share",
    factor: Some(Factor::Cpu),
    restarts: false,
    open: |m| Ok(Box::new(CpuShare::open(m.target)?)),
});

/// Fewest cores that are left: below this a service may not answer its health checks. A guess.
const LEAST_CORES: f64 = 0.05;

/// What a process could use of the CPU before it was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum CpuBefore {
    /// Its control group had this quota: files and their contents, in the order in which they are to be written.
    Quota {
        /// Process.
        pid: u32,
        /// Its start, clock ticks since boot.
        start_ticks: u64,
        /// Files with what was in them.
        files: Vec<(PathBuf, String)>,
        /// Inode of the group's folder: another group of the same name has another. `None` in an entry of an older version.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<u64>,
    },
    /// It was in another control group, and an older version moved it into one of ours.
    Moved {
        /// Process.
        pid: u32,
        /// Its start, clock ticks since boot.
        start_ticks: u64,
        /// Where it was.
        home: PathBuf,
        /// Ours, to be removed.
        ours: PathBuf,
    },
    /// Its threads could run on these CPUs; threads that are not named, on the first ones.
    Affinity {
        /// Process.
        pid: u32,
        /// Its start, clock ticks since boot.
        start_ticks: u64,
        /// CPUs of the process (of its first thread).
        cpus: Vec<u32>,
        /// Threads that had others.
        others: Vec<(u32, Vec<u32>)>,
    },
}

impl CpuBefore {
    fn target(&self) -> Target {
        let (Self::Quota { pid, start_ticks, .. } | Self::Moved { pid, start_ticks, .. } | Self::Affinity { pid, start_ticks, .. }) = self;
        Target { pid: *pid, start_ticks: *start_ticks, ..Target::default() }
    }
}

/// A process whose CPU is taken away. A dose is how many cores it keeps.
pub struct CpuShare {
    before: CpuBefore,
    /// Cores that it may use now.
    cores: f64,
}

impl CpuShare {
    /// Finds out how it can be done to `target`: by its own quota, else by CPUs.
    pub fn open(target: &Target) -> Result<Self, InterventionError> {
        let cpus = probe::discover::allowed_cpus(target.pid);
        let cores = target.cpu_quota.unwrap_or(cpus.len() as f64).min(cpus.len() as f64);
        let before = match group::before(target) {
            Ok(before) => before,
            Err(_) if cpus.len() > 1 => affinity::before(target, &cpus),
            Err(why) => {
                let what = format!("take CPU away from pid {}", target.pid).into();
                let help = "give it a control group of its own (a unit, a container), or more than one CPU".into();
                return Err(InterventionError {
                    what,
                    seen: format!("{why}; and it has one CPU, of which none can be spared").into(),
                    help,
                });
            }
        };
        Ok(Self { before, cores })
    }
}

impl Intervention for CpuShare {
    fn name(&self) -> &'static str {
        "cpu-share"
    }

    fn subject(&self) -> Message {
        let by = match &self.before {
            CpuBefore::Quota { .. } => "own-quota",
            CpuBefore::Moved { .. } => "new-quota",
            CpuBefore::Affinity { .. } => "cpus",
        };
        message!("cpu_share/subject", pid: name(self.before.target().pid.to_string()), by: kind(by))
    }

    fn unit(&self) -> &'static str {
        "cores"
    }

    fn current(&self) -> f64 {
        self.cores
    }

    fn before(&self) -> Result<Restore, InterventionError> {
        Restore::by(&self.before)
    }

    fn is_as_before(&self) -> Result<bool, InterventionError> {
        Ok(match &self.before {
            CpuBefore::Quota { files, .. } => group::is_as_it_was(files)?,
            CpuBefore::Moved { .. } => true,
            CpuBefore::Affinity { pid, cpus, .. } => probe::discover::allowed_cpus(*pid) == *cpus,
        })
    }

    fn apply(&mut self, dose: f64) -> Result<f64, InterventionError> {
        if !(LEAST_CORES..=4096.0).contains(&dose) {
            let what = format!("give pid {} {dose} cores", self.before.target().pid);
            return Err(InterventionError::new(what, format!("it takes {LEAST_CORES} or more")));
        }
        match &self.before {
            CpuBefore::Quota { files, .. } => group::set_quota(files, dose),
            CpuBefore::Moved { ours, .. } => {
                Err(InterventionError::new(format!("use {}", ours.display()), "no process is moved out of its control group any more"))
            }
            CpuBefore::Affinity { pid, cpus, .. } => affinity::set(*pid, cpus, dose),
        }
    }
}

impl WayBack for CpuBefore {
    const KIND: &'static str = KIND.name;

    fn restore(&self) -> Result<Restored, InterventionError> {
        let alive = probe::discover::is_alive(&self.target());
        match self {
            Self::Quota { files, group, .. } => group::restore_quota(files, *group, alive),
            Self::Moved { pid, home, ours, .. } => group::move_back(*pid, home, ours, alive),
            Self::Affinity { pid, cpus, others, .. } if alive => affinity::restore(*pid, cpus, others),
            Self::Affinity { .. } => Ok(Restored::Gone),
        }
    }

    fn by_hand(&self) -> Vec<String> {
        match self {
            Self::Quota { files, .. } => files.iter().map(|(f, t)| format!("echo {:?} > {}", t.trim(), f.display())).collect(),
            Self::Moved { pid, home, ours, .. } => {
                vec![format!("echo {pid} > {}", home.join("cgroup.procs").display()), format!("rmdir {}", ours.display())]
            }
            Self::Affinity { pid, cpus, .. } => vec![format!("taskset -a -p -c {} {pid}", probe::discover::format_cpus(cpus))],
        }
    }
}
