-- Every value is arithmetic on the id, so the rows are the same everywhere and in every run.
insert into parcel
select 'P' || lpad(id::text, 6, '0'),
       (array ['STANDARD', 'STANDARD', 'EXPRESS', 'PICK-UP'])[id % 4 + 1],
       (id * 613 % 19000 + 200)::int,
       upper(substr(md5('postcode ' || id), 1, 6))
from generate_series(1, 20000::bigint) as id;

insert into stop
select p * 16 + position,
       'P' || lpad(p::text, 6, '0'),
       'D' || lpad((p * 31 + position * 7 % 90)::text, 3, '0'),
       timestamptz '2025-06-01 06:00Z' + (p % 700) * interval '1 hour' + position * interval '5 hours',
       (array ['taken in', 'sorted', 'on its way', 'at the depot', 'out for delivery', 'handed over'])[position % 6 + 1]
from generate_series(1, 20000::bigint) as p, generate_series(1, (4 + p * 5 % 7)::int) as position;
