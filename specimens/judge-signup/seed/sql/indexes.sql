create index example_problem_idx on example (problem_id);

create index submission_problem_idx on submission (problem_id, id);
