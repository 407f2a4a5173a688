//! What is asked of a service before it is called warm: the numbers of the gate, those of a recipe, and above both what the command line says.

use super::recipe::Recipe;
use crate::cli::{GateArgs, OnTimeout};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use gate::{Policy, Settings};
use model::message;

/// For a service with these routes.
pub(super) fn settings(args: &GateArgs, routes: &[String], progress: &Progress) -> Result<Settings, Failure> {
    let mut s = Settings { policy: policy(args.on_timeout), ..Settings::default() };
    if let Some(file) = &args.recipe {
        let recipe = Recipe::read(file)?;
        let known = recipe.apply(&mut s, routes);
        let (file, all) = (file.to_string_lossy(), routes.len() as f64);
        if known == 0 {
            return Err(Failure::new(Exit::Usage, "recipe", message!("warm/recipe-of-other-routes", file: name(file)))
                .why(message!("warm/recipe-routes", recipe: name(recipe.names().join(", ")), routes: name(routes.join(", "))))
                .help(message!("warm/calibrate-the-same-mix")));
        }
        progress.say(message!("warm/recipe-is-read", file: name(file), known: Count(known as f64), all: Count(all)));
    }
    if let Some(n) = args.answers {
        (s.class_answers, s.compiled_class_answers, s.answers) = (n, n, n);
        s.known_answers.clear();
    }
    if let Some(longest) = args.max_wait {
        s.longest_s = longest.as_secs_f64();
    }
    Ok(s)
}

fn policy(on_timeout: OnTimeout) -> Policy {
    match on_timeout {
        OnTimeout::Open => Policy::Open,
        OnTimeout::Hold => Policy::Hold,
        OnTimeout::Fail => Policy::Fail,
    }
}
