-- Every value is arithmetic on the id, so the rows are the same everywhere and in every run.
insert into category
select id, (array ['pens', 'pencils', 'markers', 'inks', 'notebooks', 'pads', 'paper', 'cards', 'staplers', 'scissors', 'lamps', 'trays',
                   'brushes', 'paints', 'canvases', 'chalks', 'rulers', 'glues', 'satchels', 'folders', 'envelopes', 'boxes', 'tapes', 'labels'])[id],
       (id - 1) / 4 + 1
from generate_series(1, 24) as id;

insert into brand
select id,
       lower(first) || '-' || lower(second) || '-' || id,
       first || ' & ' || second || ' ' || id,
       (array ['DE', 'FR', 'GB', 'KR', 'IT', 'JP', 'SE', 'AT'])[id % 8 + 1],
       1850 + id * 37 % 150,
       'Founded by two neighbours who could not find ' || lower(second) || ' good enough for their own desks, ' || first || ' & ' || second
           || ' have made theirs in the same yard ever since. ' || repeat('Each piece is checked by hand before it leaves the workshop, and what does not pass goes back. ', 2 + id % 3)
from generate_series(1, 120) as id
cross join lateral (select (array ['Lindner', 'Moreau', 'Ashdown', 'Haneul', 'Bianchi', 'Tanaka', 'Norling', 'Huber', 'Weiss', 'Carter'])[id % 10 + 1] as first,
                           (array ['Quill', 'Leaf', 'Margin', 'Folio', 'Stroke', 'Vellum', 'Nib', 'Ledger', 'Crease', 'Blot', 'Ream', 'Stamp'])[id % 12 + 1] as second) as words;

-- Attributes of the last two groups (school, post) are measures; those of the others are mostly words.
insert into product
select id,
       'P' || lpad(id::text, 6, '0'),
       id % 24 + 1,
       (id * 13 + id / 24) % 120 + 1,
       initcap(colour) || ' ' || material || ' ' || (array ['pen', 'pencil', 'marker', 'ink', 'notebook', 'pad', 'paper', 'card', 'stapler', 'scissors', 'lamp', 'tray',
            'brush', 'paint', 'canvas', 'chalk', 'ruler', 'glue', 'satchel', 'folder', 'envelope', 'box', 'tape', 'label'])[id % 24 + 1] || ' no. ' || id,
       'Made of ' || material || ' in ' || colour || ', for people who write every day. '
           || repeat('It lies well in the hand, does not smudge, and takes up little room in a drawer. ', (2 + id % 3)::int)
           || case when id % 5 = 0 then 'Also sold in packs for offices and schools. ' else '' end,
       id * 3571 % 9000 + 95,
       case when id % 4 = 0 then id * 3571 % 9000 + 95 + id % 900 + 50 end,
       (array [1, 1, 1, 3, 5, 10, 25, 100])[id % 8 + 1],
       (case when id % 11 = 0 then 0 else id * 17 % 300 end)::int,
       date '2025-07-01' + (id * 31 % 90)::int,
       date '2019-01-07' + (id * 53 % 2350)::int,
       id % 1500 + 1,
       case when id % 24 >= 16 then
           format('{"length":"%s","width":"%s","height":"%s","weight":"%s","pieces":"%s","per box":"%s","per pallet":"%s","thickness":"%s.%s","load":"%s","lowest temperature":"-%s","highest temperature":"%s","shelf life":"%s","sold since":"%s","remark":"%s"}',
                  id % 400 + 20, id % 300 + 10, id % 90 + 2, id % 700 + 15, id % 12 + 1, id % 48 + 6, id % 900 + 200, id % 4, id % 10, id % 30 + 1, id % 25, id % 40 + 40, id % 60 + 12,
                  date '2019-01-07' + (id * 53 % 2350)::int, case when id % 6 = 0 then 'on request' else id % 9 || '' end)
       else
           format('{"colour":"%s","material":"%s","finish":"%s","format":"A%s","ruling":"%s","binding":"%s","origin":"%s","refill":"%s","care":"%s","cap":"%s","packing":"%s","weight":"%s","sold since":"%s","certificate":"PL-%s"}',
                  colour, material, (array ['matt', 'satin', 'gloss'])[id % 3 + 1], id % 4 + 3, (array ['plain', 'ruled', 'dotted', 'squared'])[id % 4 + 1],
                  (array ['thread', 'staple', 'ring', 'glue', 'none'])[id % 5 + 1], (array ['Portugal', 'Austria', 'Korea', 'Sweden', 'France'])[id % 5 + 1],
                  (array ['no', 'G2', 'D1', 'own'])[id % 4 + 1], (array ['wipe', 'dust', 'keep dry'])[id % 3 + 1], (array ['screw', 'snap', 'none'])[id % 3 + 1],
                  (array ['paper sleeve', 'carton', 'loose', 'tin'])[id % 4 + 1], id % 700 + 15, date '2019-01-07' + (id * 53 % 2350)::int, id % 5000)
       end
from generate_series(1, 40000::bigint) as id
cross join lateral (select (array ['black', 'blue', 'red', 'green', 'grey', 'white', 'brown', 'violet', 'orange', 'yellow', 'copper', 'sand'])[id / 24 % 12 + 1] as colour,
                           (array ['beech', 'brass', 'cotton', 'linen', 'cork', 'leather', 'recycled', 'steel', 'bamboo', 'wool'])[id / 288 % 10 + 1] as material) as words;

-- What a small market sells the larger ones sell too.
insert into assortment
select market, id
from generate_series(1, 40000::bigint) as id, (values ('is', 1), ('dk', 40), ('nl', 60), ('uk', 80), ('de', 100)) as markets (market, percent)
where id * 7919 % 40009 % 100 < percent;

insert into review
select p * 32 + n,
       p,
       (array ['Ada', 'Bram', 'Chloe', 'Dong-hyun', 'Emil', 'Fleur', 'Greta', 'Haruka', 'Ines'])[(p + n) % 9 + 1] || ' ' || chr((65 + (p * n) % 26)::int) || '.',
       (array [5, 4, 5, 3, 4, 5, 2, 4])[(p * 3 + n) % 8 + 1],
       date '2023-01-02' + ((p * 7 + n * 61) % 880)::int,
       (array ['Arrived two days early.', 'The colour is a little darker than on the picture.', 'My second one; the first is still in use.',
               'Good value, no more and no less.', 'The children took it at once.'])[(p + n) % 5 + 1]
           || repeat(' I have used it every day for some weeks now and would buy it again.', ((p + n) % 3)::int)
from generate_series(1, 40000::bigint) as p, generate_series(1, 30) as n
where p * 7919 % 40009 % 100 < 5 or n <= 2;

-- Bytes as evenly spread as those of a JPEG, behind the header of one.
insert into picture
select id, '\xffd8ffe000104a46494600010100000100010000'::bytea
           || (select string_agg(sha256(('picture ' || id || ' ' || n)::bytea), ''::bytea) from generate_series(1, 240 + id * 37 % 400) as n)
from generate_series(1, 1500::bigint) as id;
