//! The JVM behind the door that all runtimes share.

use super::published::Published;
use super::{JvmProbe, PAGE, Sizing, recognise, recover};
use crate::runtimes::{Adapter, HeapOption, Process, Recognised};
use crate::sizing::{self, Resizable};
use crate::{Probe, ProbeError};
use model::{Message, Target};

/// The adapter.
pub(super) struct Jvm;

impl Adapter for Jvm {
    fn name(&self) -> &'static str {
        "jvm"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn recognise(&self, process: &Process) -> Option<Recognised> {
        recognise::recognise(process)
    }

    fn sees_inside(&self) -> bool {
        true
    }

    fn probes(&self) -> Vec<Box<dyn Probe>> {
        vec![Box::new(JvmProbe::new())]
    }

    fn published(&self) -> Vec<Box<dyn Probe>> {
        vec![Box::new(Published::default())]
    }

    fn needs_folder(&self) -> bool {
        true
    }

    fn recover(&self) -> Vec<Message> {
        recover()
    }

    fn resizes(&self) -> &'static [Resizable] {
        &[Resizable::ConnectionPool, Resizable::Workers]
    }

    fn settings(&self) -> &'static [(&'static str, Resizable)] {
        &[
            ("tomcat.threads", Resizable::Workers),
            ("server.tomcat.threads.max", Resizable::Workers),
            ("hikari.maximum-pool-size", Resizable::ConnectionPool),
            ("spring.datasource.hikari.maximum-pool-size", Resizable::ConnectionPool),
        ]
    }

    fn sizing(&self, target: &Target) -> Result<Box<dyn sizing::Sizing>, ProbeError> {
        Ok(Box::new(Sizing::open(target.pid)?))
    }

    fn heap(&self) -> Option<HeapOption> {
        Some(HeapOption { arguments: &["-Xmx", "-XX:MaxHeapSize="], unit: "m", variable: "JAVA_TOOL_OPTIONS" })
    }
}
