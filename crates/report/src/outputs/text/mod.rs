//! Text for people: the summary that ends a run, and the accounts of all levels side by side.

mod cpu;
mod files;
mod ledger_table;
mod lines;
mod objectives;
mod options;
pub(crate) mod page;
pub(crate) mod start;
mod summary;
pub(crate) mod tail;
mod where_time_goes;

pub(crate) use cpu::part as cpu_part;
pub use ledger_table::ledger_table;
pub(crate) use ledger_table::parts_in_order;
pub(crate) use lines::{Lines, Most};
pub use options::TextOptions;
pub(crate) use page::Tone;
pub(crate) use summary::mark;
pub use summary::text;
pub(crate) use where_time_goes::{account as account_rows, part_name, remarks};

use crate::form::Form;
use crate::{Judged, Output};

pub(crate) const OUTPUT: &dyn Output<Judged> = &Form::text("the summary, for people", render);

fn render(j: &Judged, options: &TextOptions) -> String {
    let mut page = text(&j.run, &j.diagnosis, options);
    if options.ledger {
        page.push_str(&ledger_table(&j.diagnosis, options));
    }
    page
}

#[cfg(test)]
mod tests;
