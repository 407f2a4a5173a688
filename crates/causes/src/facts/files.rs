//! Files that are opened for each request.

use diagnose::Analysis;
use diagnose::level::opened_for_each_request;
use model::{Message, message};

/// Says which files each request opens.
pub(crate) fn files_opened(a: &Analysis) -> Option<Message> {
    let again = opened_for_each_request(a.run, &a.levels);
    let most = again.first()?;
    let times = most.per_request;
    Some(match again.len() {
        1 => message!("facts/file-opened", file: name(&most.name), times: Count(times)),
        n => message!("facts/files-opened", file: name(&most.name), times: Count(times), files: Count(n as f64)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::opened::open_for_each_request;
    use testkit::RunBuilder;

    fn told(opened: &[(&str, &dyn Fn(usize) -> f64)]) -> Option<Message> {
        let mut run = RunBuilder::new().usual_levels(190.0, |_, l| l).build();
        for (file, times) in opened {
            open_for_each_request(&mut run, file, times);
        }
        files_opened(&Analysis::of(&run))
    }

    #[test]
    fn a_file_is_told_that_requests_open_at_every_load() {
        let one = told(&[("page.html", &|_| 1.0)]).expect("told");
        assert!(one.is("facts/file-opened") && one.figure("times").is_some_and(|n| (n - 1.0).abs() < 0.05), "{one}");
        let two = told(&[("page.html", &|_| 1.0), ("frame.html", &|_| 3.0)]).expect("told");
        assert_eq!((two.is("facts/files-opened"), two.figure("files")), (true, Some(2.0)), "{two}");
    }

    #[test]
    fn what_is_opened_now_and_then_or_at_one_load_alone_is_not() {
        assert_eq!(told(&[("page.html", &|_| 0.2)]), None);
        assert_eq!(told(&[("page.html", &|level| if level == 0 { 0.0 } else { 1.0 })]), None);
        assert_eq!(told(&[]), None);
    }
}
