-- Every value is arithmetic on the id, so the rows are the same everywhere and in every run.
insert into customer
select id,
       'K' || lpad(id::text, 5, '0'),
       (array ['Adler', 'Bolt', 'Corner', 'Dovetail', 'Elm', 'Forge', 'Granite'])[id % 7 + 1] || ' '
           || (array ['Joinery', 'Roofing', 'Electrics', 'Plumbing', 'Interiors'])[id % 5 + 1] || ' Ltd',
       'office@customer-' || id || '.example',
       '+44 20 ' || lpad((id * 7919 % 10000000)::text, 7, '0'),
       id % 180 + 1 || ' Foundry Lane',
       (array ['Bristol', 'Leeds', 'Glasgow', 'Cardiff', 'Norwich', 'York'])[id % 6 + 1],
       upper(substr(md5('postcode ' || id), 1, 6)),
       'GB',
       (array ['BASIC', 'BASIC', 'SILVER', 'GOLD'])[id % 4 + 1],
       (id * 613 % 900 + 100) * 10000,
       id % 97 = 0,
       date '2012-01-01' + (id * 13 % 4000)::int
from generate_series(1, 3000::bigint) as id;

insert into article
select id,
       'A' || lpad(id::text, 6, '0'),
       (array ['Hammer', 'Chisel', 'Drill bit', 'Saw blade', 'Screw', 'Hinge', 'Clamp', 'File', 'Level'])[id % 9 + 1]
           || ' no. ' || id,
       (array ['piece', 'box', 'pair'])[id % 3 + 1],
       (id * 7 % 200 + 1)::int,
       id * 3571 % 20000 + 150,
       (id * 937 % 5000 + 20)::int
from generate_series(1, 20000::bigint) as id;

insert into purchase_order
select id,
       'O' || lpad(id::text, 6, '0'),
       id * 7 % 3000 + 1,
       (array ['OPEN', 'PACKED', 'SENT', 'SENT', 'SENT', 'PAID', 'PAID', 'PAID', 'PAID', 'CANCELLED'])[id % 10 + 1],
       timestamptz '2023-01-02 08:00Z' + (id * 1301 % 900) * interval '1 day' + (id % 36000) * interval '1 second',
       timestamptz '2025-06-30 08:00Z' - (id % 400) * interval '1 hour',
       case when id % 3 = 0 then 'site ' || id % 250 end,
       id % 90 + 1 || ' Canal Street',
       (array ['Bristol', 'Leeds', 'Glasgow', 'Cardiff', 'Norwich', 'York'])[id % 6 + 1],
       id * 7 % 90000 + 2000
from generate_series(1, 60000::bigint) as id;

insert into order_line
select o * 32 + position,
       o,
       (o * 7919 + position * 104729) % 20000 + 1,
       position,
       (o + position) % 12 + 1,
       (o * 31 + position * 577) % 20000 + 150,
       ((o + position) % 4 * 5)::int,
       (array ['piece', 'box', 'pair'])[(o + position) % 3 + 1],
       'W' || (o + position) % 3 + 1,
       o % 10 > 1,
       case when o % 10 > 1 then timestamptz '2025-01-06 09:00Z' + (o % 170) * interval '1 day' end,
       case when (o + position) % 9 = 0 then 'leave at the gate' end
from generate_series(1, 60000::bigint) as o, generate_series(1, (8 + o * 5 % 15)::int) as position;

insert into claim
select id,
       id * 11 % 3000 + 1,
       timestamptz '2024-01-01 08:00Z' + (id % 500) * interval '1 day',
       case when id % 4 > 0 then timestamptz '2024-02-01 08:00Z' + (id % 500) * interval '1 day' end,
       id * 331 % 30000
from generate_series(1, 6000::bigint) as id;

insert into payment
select id,
       id * 13 % 3000 + 1,
       timestamptz '2023-01-15 08:00Z' + (id * 701 % 880) * interval '1 day',
       id * 457 % 80000
from generate_series(1, 60000::bigint) as id;

insert into legacy_number
select 'L' || lpad(id::text, 6, '0'), id * 12
from generate_series(1, 5000::bigint) as id;

insert into stock
select id, 1000000, 0, null
from generate_series(1, 20000::bigint) as id;

insert into number_range values ('reservation', 0);

insert into archive.old_order
select id,
       'K' || lpad((id % 3000 + 1)::text, 5, '0'),
       timestamptz '2015-01-05 08:00Z' + (id * 17 % 2500) * interval '1 day',
       id * 89 % 120000 + 900,
       repeat('line ' || id || ' of an order that was paid long ago; ', 12)
from generate_series(1, 50000::bigint) as id;
