-- As sql/rows.sql, for MariaDB: every value is arithmetic on the id, so the rows are the same everywhere and in every run.
insert into customer
select id,
       concat('K', lpad(id, 5, '0')),
       concat(elt(id % 7 + 1, 'Adler', 'Bolt', 'Corner', 'Dovetail', 'Elm', 'Forge', 'Granite'), ' ',
              elt(id % 5 + 1, 'Joinery', 'Roofing', 'Electrics', 'Plumbing', 'Interiors'), ' Ltd'),
       concat('office@customer-', id, '.example'),
       concat('+44 20 ', lpad(id * 7919 % 10000000, 7, '0')),
       concat(id % 180 + 1, ' Foundry Lane'),
       elt(id % 6 + 1, 'Bristol', 'Leeds', 'Glasgow', 'Cardiff', 'Norwich', 'York'),
       upper(substr(md5(concat('postcode ', id)), 1, 6)),
       'GB',
       elt(id % 4 + 1, 'BASIC', 'BASIC', 'SILVER', 'GOLD'),
       (id * 613 % 900 + 100) * 10000,
       id % 97 = 0,
       date '2012-01-01' + interval (id * 13 % 4000) day
from (select seq as id from seq_1_to_3000) as s;

insert into article
select id,
       concat('A', lpad(id, 6, '0')),
       concat(elt(id % 9 + 1, 'Hammer', 'Chisel', 'Drill bit', 'Saw blade', 'Screw', 'Hinge', 'Clamp', 'File', 'Level'), ' no. ', id),
       elt(id % 3 + 1, 'piece', 'box', 'pair'),
       id * 7 % 200 + 1,
       id * 3571 % 20000 + 150,
       id * 937 % 5000 + 20
from (select seq as id from seq_1_to_20000) as s;

insert into purchase_order
select id,
       concat('O', lpad(id, 6, '0')),
       id * 7 % 3000 + 1,
       elt(id % 10 + 1, 'OPEN', 'PACKED', 'SENT', 'SENT', 'SENT', 'PAID', 'PAID', 'PAID', 'PAID', 'CANCELLED'),
       timestamp '2023-01-02 08:00:00' + interval (id * 1301 % 900) day + interval (id % 36000) second,
       timestamp '2025-06-30 08:00:00' - interval (id % 400) hour,
       case when id % 3 = 0 then concat('site ', id % 250) end,
       concat(id % 90 + 1, ' Canal Street'),
       elt(id % 6 + 1, 'Bristol', 'Leeds', 'Glasgow', 'Cardiff', 'Norwich', 'York'),
       id * 7 % 90000 + 2000
from (select seq as id from seq_1_to_60000) as s;

insert into order_line
select o * 32 + p,
       o,
       (o * 7919 + p * 104729) % 20000 + 1,
       p,
       (o + p) % 12 + 1,
       (o * 31 + p * 577) % 20000 + 150,
       (o + p) % 4 * 5,
       elt((o + p) % 3 + 1, 'piece', 'box', 'pair'),
       concat('W', (o + p) % 3 + 1),
       o % 10 > 1,
       case when o % 10 > 1 then timestamp '2025-01-06 09:00:00' + interval (o % 170) day end,
       case when (o + p) % 9 = 0 then 'leave at the gate' end
from (select seq as o from seq_1_to_60000) as orders join (select seq as p from seq_1_to_22) as positions on p <= 8 + o * 5 % 15;

insert into claim
select id,
       id * 11 % 3000 + 1,
       timestamp '2024-01-01 08:00:00' + interval (id % 500) day,
       case when id % 4 > 0 then timestamp '2024-02-01 08:00:00' + interval (id % 500) day end,
       id * 331 % 30000
from (select seq as id from seq_1_to_6000) as s;

insert into payment
select id,
       id * 13 % 3000 + 1,
       timestamp '2023-01-15 08:00:00' + interval (id * 701 % 880) day,
       id * 457 % 80000
from (select seq as id from seq_1_to_60000) as s;

insert into legacy_number
select concat('L', lpad(id, 6, '0')), id * 12
from (select seq as id from seq_1_to_5000) as s;

insert into stock
select seq, 1000000, 0, null
from seq_1_to_20000;

insert into number_range values ('reservation', 0);
