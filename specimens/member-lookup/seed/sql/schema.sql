create table member (
    id                 bigint primary key,
    email              varchar(120) not null,
    name               varchar(80)  not null,
    phone              varchar(20)  not null,
    birth_date         date         not null,
    status             varchar(12)  not null,
    grade              varchar(12)  not null,
    points             integer      not null,
    licence_number     varchar(20)  not null,
    licence_country    char(2)      not null,
    licence_expires_on date         not null,
    street             varchar(80)  not null,
    city               varchar(40)  not null,
    postcode           varchar(10)  not null,
    language           char(2)      not null,
    marketing_email    boolean      not null,
    marketing_sms      boolean      not null,
    joined_at          timestamptz  not null,
    updated_at         timestamptz  not null,
    last_rental_at     timestamptz
);

create table member_agreement (
    id        bigint primary key,
    member_id bigint       not null,
    document  varchar(40)  not null,
    version   integer      not null,
    agreed_at timestamptz  not null
);

create table former_member (
    id      bigint primary key,
    left_at timestamptz not null
);

create table blocked_token (
    token      varchar(64) primary key,
    blocked_at timestamptz not null
);

create table lookup_count (
    id      integer primary key,
    lookups bigint not null
);

insert into lookup_count values (1, 0);
