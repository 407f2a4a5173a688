//! Go: recognised by its build information. Its stacks are not read yet. Page: `go.md`.

use super::{Adapter, Process, Recognised};

/// The adapter.
pub const RUNTIME: &dyn Adapter = &Go;

struct Go;

impl Adapter for Go {
    fn name(&self) -> &'static str {
        "go"
    }

    fn page(&self) -> &'static str {
        include_str!("go.md")
    }

    fn recognise(&self, process: &Process) -> Option<Recognised> {
        let version = version(&process.section(".go.buildinfo")?).unwrap_or_default();
        Some(Recognised { version, framework: String::new() })
    }
}

/// Since Go 1.18 (flag 2) the version follows the head of 32 bytes, behind its length; before, only a pointer to it.
fn version(info: &[u8]) -> Option<String> {
    let inline = info.starts_with(b"\xff Go buildinf:") && info.get(15)? & 2 != 0;
    let length = usize::from(*info.get(32)?);
    let text = info.get(33..33 + length).filter(|_| inline && length < 128)?;
    Some(String::from_utf8_lossy(text).trim_start_matches("go").to_owned())
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn the_version_is_read_where_it_stands() {
        let mut info = b"\xff Go buildinf:\x08\x02".to_vec();
        info.resize(32, 0);
        info.extend(b"\x08go1.26.1");
        assert_eq!(version(&info).as_deref(), Some("1.26.1"));
        info[15] = 0;
        assert_eq!(version(&info), None, "the old form only points at it");
    }
}
