//! Databases of a specimen's own: found or fetched, seeded once ([`template`]), copied and started per launch ([`Server`]).
//!
//! What one kind does in its own way is in its folder. A case may have both; which one a variant uses is said by its parameters
//! ([`chosen`]). A Redis ([`redis`]) stands beside either or alone, and is never seeded.

mod guest;
mod kind;
mod maven;
pub(crate) mod mysql;
pub(crate) mod postgres;
pub(crate) mod redis;
mod server;
mod template;

pub(crate) use kind::Kind;
pub(crate) use server::Server;

use crate::Error;
use crate::case::{Case, Database};
use crate::params::{Params, Value};
use crate::watch::Watch;
use std::path::{Path, PathBuf};

/// The database of a variant with these parameters: MySQL, unless the parameter that it waits for is not set; else PostgreSQL.
pub(crate) fn chosen<'a>(case: &'a Case, params: &Params) -> Option<(Kind, &'a Database)> {
    let is_set = |d: &&Database| d.when.as_ref().is_none_or(|name| params.get(name).is_some_and(Value::is_set));
    let mysql = case.mysql.as_ref().filter(is_set).map(|d| (Kind::MySql, d));
    mysql.or_else(|| case.postgres.as_ref().filter(is_set).map(|d| (Kind::Postgres, d)))
}

/// Programs of one kind.
#[derive(Debug)]
enum Programs {
    Postgres(postgres::Binaries),
    MySql(mysql::Binaries),
}

/// A database that is seeded and can be started.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    pub(crate) spec: &'a Database,
    programs: Programs,
    template: PathBuf,
}

impl<'a> Prepared<'a> {
    /// Finds or fetches the programs, and seeds the template where it is not there. `seed` are the files of the specification, with
    /// their placeholders filled.
    pub(crate) fn new(kind: Kind, spec: &'a Database, seed: &[PathBuf], cache: &Path, watch: Watch<'_>) -> Result<Self, Error> {
        let (programs, template) = match kind {
            Kind::Postgres => {
                let bin = postgres::find::find(watch)?;
                let template = postgres::template(&bin, spec, seed, cache, watch)?;
                (Programs::Postgres(bin), template)
            }
            Kind::MySql => {
                let bin = mysql::find::find(watch)?;
                let template = mysql::template(&bin, spec, seed, cache, watch)?;
                (Programs::MySql(bin), template)
            }
            Kind::Redis => unreachable!("a Redis starts empty: `chosen` names those alone that are seeded"),
        };
        Ok(Self { spec, programs, template })
    }

    /// Starts a server on a copy of the template below `private`, pinned to `cpus`.
    pub(crate) fn start(&self, private: &Path, port: u16, cpus: Vec<usize>, watch: Watch<'_>) -> Result<Server, Error> {
        match &self.programs {
            Programs::Postgres(bin) => postgres::start(bin, self.spec, &self.template, private, port, cpus, watch),
            Programs::MySql(bin) => mysql::start(bin, self.spec, &self.template, private, port, cpus, watch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_with_two_databases_uses_the_one_that_its_parameters_choose() {
        let folder = tempfile::tempdir().unwrap();
        let table = |name: &str, when: &str| format!("[{name}]\ndatabase = \"d\"\nrole = \"r\"\npassword = \"p\"\n{when}\n");
        let case = |tables: &str| {
            let text = format!(
                "id = \"shop\"\ntitle = \"t\"\n{tables}[params]\nmariadb = false\n[[process]]\nname = \"p\"\ntarget = true\nstart = [\"p\"]\n\
                 [scenario.s]\nurl = \"http://127.0.0.1:{{port.db}}\"\n[[variant]]\nname = \"after\"\ntruth = [\"none\"]\nscenario = \"s\"\n"
            );
            std::fs::create_dir_all(folder.path().join("shop")).unwrap();
            std::fs::write(folder.path().join("shop").join(crate::case::FILE), text).unwrap();
            Case::read(&folder.path().join("shop")).unwrap().0
        };
        let set = Params::from([("mariadb".to_owned(), Value::Switch(true))]);
        let of = |case: &Case, params: &Params| chosen(case, params).map(|(kind, _)| kind);
        let both = case(&(table("postgres", "") + &table("mysql", "when = \"mariadb\"")));
        assert_eq!([of(&both, &Params::new()), of(&both, &set)], [Some(Kind::Postgres), Some(Kind::MySql)]);
        let one = case(&table("mysql", ""));
        assert_eq!([of(&one, &Params::new()), of(&one, &set)], [Some(Kind::MySql); 2]);
    }
}
