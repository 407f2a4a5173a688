create table member (
    id                  bigint       not null primary key,
    email               varchar(80)  not null,
    name                varchar(40)  not null,
    region              varchar(20)  not null,
    password_hash       varchar(120) not null,
    password_changed_at datetime     not null,
    status              varchar(10)  not null,
    joined_at           datetime     not null,
    unique key member_email_idx (email)
);

create table festival (
    id        bigint      not null primary key,
    name      varchar(80) not null,
    region    varchar(20) not null,
    starts_at datetime    not null,
    ends_at   datetime    not null
);

create table event (
    id          bigint      not null primary key,
    festival_id bigint      not null,
    title       varchar(80) not null,
    place       varchar(40) not null,
    category    varchar(20) not null,
    starts_at   datetime    not null,
    ends_at     datetime    not null,
    seats       int         not null,
    key event_festival_idx (festival_id),
    key event_starts_idx (starts_at)
);

create table bookmark (
    member_id  bigint   not null,
    event_id   bigint   not null,
    created_at datetime not null,
    primary key (member_id, event_id)
);
