create table parcel (
    no        text primary key,
    service   text   not null,
    weight_g  int    not null,
    postcode  text   not null
);

create table stop (
    id        bigint primary key,
    parcel_no text        not null,
    depot     text        not null,
    passed_at timestamptz not null,
    what      text        not null
);
