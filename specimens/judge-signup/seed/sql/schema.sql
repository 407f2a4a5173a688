create table app_user (
    id            serial primary key,
    user_name     varchar(30)  not null unique,
    password_hash varchar(200) not null,
    email         varchar(120) not null,
    created_at    timestamptz  not null default now()
);

create table user_profile (
    user_id    integer primary key references app_user,
    real_name  varchar(80) not null,
    student_no varchar(20)
);

create table user_group (
    id   integer primary key,
    name varchar(80) not null
);

create table group_member (
    user_id   integer     not null references app_user,
    group_id  integer     not null references user_group,
    is_leader boolean     not null default false,
    joined_at timestamptz not null default now(),
    primary key (user_id, group_id)
);

create table problem (
    id            integer primary key,
    title         varchar(120) not null,
    statement     text         not null,
    level         integer      not null,
    time_limit_ms integer      not null,
    memory_mib    integer      not null,
    languages     text[]       not null,
    visible       boolean      not null
);

create table tag (
    id   integer primary key,
    name varchar(40) not null
);

create table problem_tag (
    problem_id integer not null references problem,
    tag_id     integer not null references tag,
    primary key (problem_id, tag_id)
);

create table example (
    id         integer primary key,
    problem_id integer not null references problem,
    input      text    not null,
    output     text    not null
);

create table submission (
    id         serial primary key,
    problem_id integer     not null references problem,
    user_id    integer     not null references app_user,
    language   varchar(20) not null,
    files      jsonb       not null,
    result     varchar(20) not null,
    created_at timestamptz not null default now()
);
