//! Puts a scenario together from its steps: numbers routes and checks, and prepares what can be sent as it is.

use super::{Cookies, FlowSpec, LoadSpec, Mistake, Run, Scenario, Step};
use crate::data::Table;
use crate::flow::{Feeder, RowOrder, Think};
use crate::target::Endpoint;
use crate::template::{Part, Template};

/// More routes than this are one route, `other`.
const MAX_ROUTES: usize = 200;

/// What a scenario is assembled from.
pub(super) struct Assembly {
    pub(super) name: String,
    pub(super) endpoint: Endpoint,
    pub(super) measured: Vec<Step>,
    pub(super) setup: Vec<Step>,
    pub(super) teardown: Vec<Step>,
    pub(super) flow: FlowSpec,
    pub(super) feeders: Vec<Feeder>,
    pub(super) variables: Vec<String>,
    pub(super) warnings: Vec<Mistake>,
    pub(super) close: bool,
    pub(super) start_ns: i64,
    pub(super) load: LoadSpec,
    pub(super) objectives: Vec<(String, String)>,
}

impl Assembly {
    /// Nothing yet, for `endpoint`.
    pub(super) fn at(endpoint: Endpoint) -> Self {
        Self {
            name: String::new(),
            endpoint,
            measured: Vec::new(),
            setup: Vec::new(),
            teardown: Vec::new(),
            flow: FlowSpec::default(),
            feeders: Vec::new(),
            variables: Vec::new(),
            warnings: Vec::new(),
            close: false,
            start_ns: 0,
            load: LoadSpec::default(),
            objectives: Vec::new(),
        }
    }

    /// The scenario.
    pub(super) fn finish(self) -> Scenario {
        let a = self;
        let (measured, setup) = (a.measured.len(), a.setup.len());
        let total_weight = a.measured.iter().map(|s| u64::from(s.weight)).sum();
        let mut steps: Vec<Step> = a.measured.into_iter().chain(a.setup).chain(a.teardown).collect();
        let routes = name_routes(&mut steps[..measured]);
        let mut checks = Vec::new();
        for step in &mut steps {
            step.first_check = checks.len();
            let of_step = std::iter::once("status".to_owned())
                .chain(step.checks.iter().map(ToString::to_string))
                .chain(step.extracts.iter().map(|e| format!("extract {}", e.name)))
                .chain((a.flow.redirects > 0).then(|| "redirect".to_owned()));
            checks.extend(of_step.map(|text| format!("{}: {text}", step.name)));
        }
        let order = a.feeders.first().map_or(RowOrder::Random, |f| f.order);
        let aside = steps.split_off(measured);
        let stateless = aside.is_empty() && is_plain(&a.flow, &a.feeders, &steps);
        let mut scenario = Scenario {
            name: a.name,
            endpoint: a.endpoint,
            steps,
            aside,
            setup,
            order,
            total_weight,
            stateless,
            close: a.close,
            routes,
            checks,
            warnings: a.warnings,
            start_ns: a.start_ns,
            load: a.load,
            objectives: a.objectives,
            flow: a.flow,
            feeders: a.feeders,
            variables: a.variables,
        };
        let templates: Vec<Template> = (0..measured).map(|step| template(&scenario, step)).collect();
        scenario.steps.iter_mut().zip(templates).for_each(|(step, template)| step.template = template);
        scenario
    }
}

/// What stands in for the requests of a step: all of them, or an example with first rows and empty variables.
fn template(scenario: &Scenario, step: usize) -> Template {
    if scenario.stateless {
        let none = Table::default();
        return Template::build(&scenario.steps[step].draft, scenario.feeders.first().map_or(&none, |f| &f.table));
    }
    let mut bytes = Vec::new();
    scenario.render(step, &scenario.session(0, 0, None), &mut bytes);
    Template::of(bytes)
}

/// Gives each step its route, and returns their names.
fn name_routes(steps: &mut [Step]) -> Vec<String> {
    let mut routes: Vec<String> = Vec::new();
    for step in steps {
        step.route = routes.iter().position(|r| *r == step.name).unwrap_or_else(|| {
            if routes.len() < MAX_ROUTES {
                routes.push(step.name.clone());
            } else if routes.len() == MAX_ROUTES {
                routes.push("other".to_owned());
            }
            routes.len() - 1
        });
    }
    routes
}

/// Whether nothing but rows of at most one feeder varies, and only the status of an answer matters.
fn is_plain(flow: &FlowSpec, feeders: &[Feeder], steps: &[Step]) -> bool {
    let ordered = matches!(feeders, [] | [Feeder { order: RowOrder::Random | RowOrder::Sequential, per_user: false, .. }]);
    let alone = (flow.run == Run::Weighted || steps.len() == 1) && flow.cookies == Cookies::Off && flow.redirects == 0;
    let simple = |s: &Step| {
        let plain = s.draft.parts().all(|p| matches!(p, Part::Literal(_) | Part::Column { .. }));
        plain && s.checks.is_empty() && s.extracts.is_empty() && s.think == Think::None
    };
    ordered && alone && steps.iter().all(simple)
}
