-- Every value is arithmetic on the id, so the rows are the same everywhere and in every run.
-- These people never sign in, so their hashes are of the right length and nothing else.
insert into app_user (user_name, password_hash, email, created_at)
select 'member' || id,
       '$argon2id$v=19$m=4096,t=2,p=1$' || substr(md5('salt ' || id), 1, 22) || '$' || substr(md5('hash ' || id) || md5('tail ' || id), 1, 43),
       'member-' || id || '@students.example',
       timestamptz '2024-09-02 08:00Z' + (id % 40) * interval '1 day' + (id % 36000) * interval '1 second'
from generate_series(1, 20000::bigint) as id;

insert into user_profile
select id,
       (array ['Ana', 'Bo', 'Chris', 'Dana', 'Eli', 'Fay', 'Gil', 'Hana'])[id % 8 + 1] || ' '
           || (array ['Abel', 'Brook', 'Carver', 'Drake', 'Ekholm', 'Frost', 'Grant'])[id % 7 + 1],
       '2024' || lpad(id::text, 6, '0')
from generate_series(1, 20000::bigint) as id;

insert into user_group
select id, case when id = 1 then 'Everybody' else 'Programming, class ' || id end
from generate_series(1, 40) as id;

insert into group_member
select id, 1, false, timestamptz '2024-09-02 08:00Z'
from generate_series(1, 20000::bigint) as id;

insert into group_member
select id, id % 39 + 2, id % 500 = 0, timestamptz '2024-09-03 08:00Z'
from generate_series(1, 20000::bigint) as id;

insert into problem
select id,
       (array ['Sum', 'Path', 'Tree', 'Queue', 'Grid', 'Word', 'Coin', 'Clock', 'Bridge'])[id % 9 + 1] || ' ' || id,
       repeat('You are given ' || id % 50 + 2 || ' numbers and have to tell which of them are reached first. ', (id % 12 + 6)::int),
       (id % 5 + 1)::int,
       (id % 4 + 1)::int * 500,
       (array [64, 128, 256])[id % 3 + 1],
       array ['c', 'cpp', 'java', 'python'],
       true
from generate_series(1, 2000::bigint) as id;

insert into tag
select id, (array ['loops', 'recursion', 'graphs', 'strings', 'greedy', 'dynamic programming', 'geometry', 'sorting'])[id % 8 + 1] || ' ' || id
from generate_series(1, 40) as id;

insert into problem_tag
select problem, (problem * 7 + position * 11) % 40 + 1
from generate_series(1, 2000::bigint) as problem, generate_series(1, (problem % 3 + 1)::int) as position;

insert into example
select problem * 4 + position,
       problem,
       problem % 9 || ' ' || position || ' ' || problem * 31 % 1000,
       (problem * 17 + position * 5) % 10000
from generate_series(1, 2000::bigint) as problem, generate_series(1, (problem % 3 + 1)::int) as position;

insert into submission (problem_id, user_id, language, files, result, created_at)
select id * 7919 % 2000 + 1,
       id * 104729 % 20000 + 1,
       (array ['c', 'cpp', 'java', 'python'])[id % 4 + 1],
       jsonb_build_array(jsonb_build_object('name', 'main', 'text', repeat('step(' || id || ');', (id % 12 + 8)::int))),
       (array ['ACCEPTED', 'WRONG_ANSWER', 'ACCEPTED', 'TIME_LIMIT', 'COMPILE_ERROR'])[id % 5 + 1],
       timestamptz '2024-09-10 08:00Z' + id * interval '20 seconds'
from generate_series(1, 250000::bigint) as id;
