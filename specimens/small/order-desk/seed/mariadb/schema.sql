-- As sql/schema.sql, for MariaDB; without the archive, which is a schema of its own.
create table customer (
    id            bigint primary key,
    no            varchar(10) not null unique,
    name          varchar(80) not null,
    email         varchar(80) not null,
    phone         varchar(20) not null,
    street        varchar(80) not null,
    city          varchar(40) not null,
    postcode      varchar(10) not null,
    country       char(2)     not null,
    tier          varchar(10) not null,
    credit_limit  bigint      not null,
    blocked       boolean     not null,
    since         date        not null
);

create table article (
    id           bigint primary key,
    sku          varchar(10) not null unique,
    name         varchar(80) not null,
    unit         varchar(8)  not null,
    group_no     integer     not null,
    price_cents  bigint      not null,
    weight_grams integer     not null
);

create table purchase_order (
    id              bigint primary key,
    no              varchar(10) not null unique,
    customer_id     bigint      not null,
    status          varchar(10) not null,
    placed_at       datetime(6) not null,
    updated_at      datetime(6) not null,
    reference       varchar(40),
    delivery_street varchar(80) not null,
    delivery_city   varchar(40) not null,
    total_cents     bigint      not null
);

create table order_line (
    id               bigint primary key,
    order_id         bigint      not null,
    article_id       bigint      not null,
    position         integer     not null,
    quantity         integer     not null,
    price_cents      bigint      not null,
    discount_percent integer     not null,
    unit             varchar(8)  not null,
    warehouse        varchar(8)  not null,
    delivered        boolean     not null,
    delivered_at     datetime(6),
    remark           varchar(80)
);

create table claim (
    id           bigint primary key,
    customer_id  bigint      not null,
    opened_at    datetime(6) not null,
    closed_at    datetime(6),
    amount_cents bigint      not null
);

create table payment (
    id           bigint primary key,
    customer_id  bigint      not null,
    paid_at      datetime(6) not null,
    amount_cents bigint      not null
);

create table legacy_number (
    legacy_no varchar(10) primary key,
    order_id  bigint not null
);

create table stock (
    article_id bigint primary key,
    on_hand    integer not null,
    reserved   integer not null,
    synced_at  datetime(6)
);

create table reservation (
    id          bigint primary key auto_increment,
    no          bigint      not null,
    article_id  bigint      not null,
    customer_id bigint      not null,
    quantity    integer     not null,
    created_at  datetime(6) not null
);

create sequence reservation_no;

create table number_range (
    name varchar(20) primary key,
    last bigint not null
);

create table audit_entry (
    id      bigint primary key auto_increment,
    at      datetime(6) not null,
    action  varchar(20) not null,
    subject varchar(40) not null
);
