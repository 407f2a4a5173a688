//! Which output a file name asks for.

use super::report::LoadReport;
use super::{csv_routes, csv_seconds, hlog, json, junit, text};
use crate::TextOptions;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// An output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// The document.
    Json,
    /// A row a second.
    CsvSeconds,
    /// A row a route.
    CsvRoutes,
    /// HdrHistogram log.
    Hlog,
    /// Test results for CI.
    Junit,
}

/// A name that stands for no output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
    allowed: &'static str,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no output is known for {} (allowed: {})", self.name, self.allowed)
    }
}

impl std::error::Error for UnknownFormat {}

/// The output for a file, by its name: `.json`, `.csv` (seconds), `.routes.csv`, `.hlog`, `.xml` (JUnit), `.txt`.
pub fn format_of(path: &Path) -> Result<Format, UnknownFormat> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    Ok(match ending {
        "json" => Format::Json,
        "csv" if name.ends_with("routes.csv") => Format::CsvRoutes,
        "csv" => Format::CsvSeconds,
        "hlog" => Format::Hlog,
        "xml" => Format::Junit,
        "txt" => Format::Text,
        _ => {
            let allowed = ".json, .csv, .routes.csv, .hlog, .xml, .txt";
            return Err(UnknownFormat { name: path.display().to_string(), allowed });
        }
    })
}

/// `--format NAME`.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Ok(match name {
            "text" => Self::Text,
            "json" => Self::Json,
            "csv" => Self::CsvSeconds,
            "csv-routes" => Self::CsvRoutes,
            "hlog" => Self::Hlog,
            "junit" => Self::Junit,
            _ => return Err(UnknownFormat { name: name.to_owned(), allowed: "text, json, csv, csv-routes, hlog, junit" }),
        })
    }
}

/// `report` as `format`, ended by a line feed. Only text looks at `opts`.
pub fn render(report: &LoadReport, format: Format, opts: &TextOptions) -> String {
    match format {
        Format::Text => text(report, opts),
        Format::Json => format!("{:#}\n", json(report)),
        Format::CsvSeconds => csv_seconds(report),
        Format::CsvRoutes => csv_routes(report),
        Format::Hlog => hlog(report),
        Format::Junit => junit(report),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_what_is_written() {
        let cases = [
            ("out/run.json", Some(Format::Json)),
            ("run.csv", Some(Format::CsvSeconds)),
            ("run.routes.csv", Some(Format::CsvRoutes)),
            ("routes.csv", Some(Format::CsvRoutes)),
            ("run.hlog", Some(Format::Hlog)),
            ("JUNIT.XML", Some(Format::Junit)),
            ("run.txt", Some(Format::Text)),
            ("run.html", None),
            ("run", None),
            ("", None),
        ];
        for (name, want) in cases {
            assert_eq!(format_of(Path::new(name)).ok(), want, "{name}");
        }
        let error = format_of(Path::new("run.html")).unwrap_err().to_string();
        assert_eq!(error, "no output is known for run.html (allowed: .json, .csv, .routes.csv, .hlog, .xml, .txt)");
    }
}
