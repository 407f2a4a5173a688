//! Node behind the door that all runtimes share.

use super::{NodeProbe, PAGE, Sizing, passage, recover};
use crate::runtimes::{Adapter, HeapOption, Process, Recognised};
use crate::sizing::{self, Resizable};
use crate::{Probe, ProbeError};
use model::{Message, Target};

/// The adapter.
pub(super) struct Node;

impl Adapter for Node {
    fn name(&self) -> &'static str {
        "node"
    }

    fn page(&self) -> &'static str {
        PAGE
    }

    fn recognise(&self, process: &Process) -> Option<Recognised> {
        let program = process.program();
        let version = version_in_path(&process.executable.to_string_lossy());
        (program == "node" || program == "nodejs").then(|| Recognised { version, framework: String::new() })
    }

    fn sees_inside(&self) -> bool {
        true
    }

    fn probes(&self) -> Vec<Box<dyn Probe>> {
        vec![Box::new(NodeProbe::new())]
    }

    fn counts_endpoints(&self) -> bool {
        true
    }

    fn counts_unread(&self) -> bool {
        // the event loop is asked itself
        false
    }

    fn recover(&self) -> Vec<Message> {
        recover()
    }

    fn enter(&self, words: &[String], tell: &mut dyn FnMut(&str)) {
        passage::apart(words, tell);
    }

    fn resizes(&self) -> &'static [Resizable] {
        &[Resizable::ConnectionPool]
    }

    fn sizing(&self, target: &Target) -> Result<Box<dyn sizing::Sizing>, ProbeError> {
        Ok(Box::new(Sizing::open(target)))
    }

    fn heap(&self) -> Option<HeapOption> {
        Some(HeapOption { arguments: &["--max-old-space-size=", "--max_old_space_size="], unit: "", variable: "NODE_OPTIONS" })
    }
}

/// The last `1.2.3` of a path (`/root/.nvm/versions/node/v20.20.0/bin/node`), or empty.
fn version_in_path(path: &str) -> String {
    let is_version = |p: &&str| p.split('.').count() == 3 && p.split('.').all(|n| n.parse::<u32>().is_ok());
    path.rsplit('/').map(|p| p.trim_start_matches(['v', 'n', 'o', 'd', 'e', '-'])).find(is_version).unwrap_or("").to_owned()
}

#[cfg(test)]
mod tests {
    use super::version_in_path;

    #[test]
    fn the_version_stands_in_the_path_where_it_does() {
        assert_eq!(version_in_path("/root/.nvm/versions/node/v20.20.0/bin/node"), "20.20.0");
        assert_eq!(version_in_path("/usr/bin/node"), "");
    }
}
