create table category (
    id       integer primary key,
    slug     varchar(20) not null unique,
    group_no integer     not null
);

create table brand (
    id      integer primary key,
    slug    varchar(30)  not null unique,
    name    varchar(40)  not null,
    country char(2)      not null,
    since   integer      not null,
    story   text         not null
);

create table product (
    id              bigint primary key,
    sku             varchar(10)  not null unique,
    category_id     integer      not null,
    brand_id        integer      not null,
    name            varchar(100) not null,
    description     text         not null,
    price_cents     bigint       not null,
    old_price_cents bigint,
    pieces          integer      not null,
    stock           integer      not null,
    restocked_on    date         not null,
    added_on        date         not null,
    picture_id      bigint       not null,
    attributes      text         not null
);

create table assortment (
    market     char(2) not null,
    product_id bigint  not null,
    primary key (market, product_id)
);

create table review (
    id         bigint primary key,
    product_id bigint      not null,
    author     varchar(40) not null,
    rating     integer     not null,
    written_on date        not null,
    words      text        not null
);

create table picture (
    id    bigint primary key,
    bytes bytea not null
);

alter table picture alter column bytes set storage external;
