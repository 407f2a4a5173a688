create table category (
    id       bigint primary key,
    code     varchar(20) not null unique,
    name     varchar(40) not null,
    position int         not null
);

create table brand (
    id          bigint primary key,
    code        varchar(10)  not null unique,
    name        varchar(80)  not null,
    search_name varchar(80)  not null,
    logo_url    varchar(200) not null,
    summary     varchar(200) not null,
    stores      int          not null,
    popularity  int          not null,
    status      varchar(10)  not null,
    category_id bigint       not null,
    opened_at   datetime     not null,
    key brand_category_idx (category_id),
    key brand_search_name_idx (search_name)
);

create table brand_score (
    id       bigint primary key,
    brand_id bigint      not null,
    age_band varchar(10) not null,
    gender   char(1)     not null,
    score    int         not null,
    unique key brand_score_segment_idx (brand_id, age_band, gender)
);

create table deal (
    id        bigint primary key,
    code      varchar(10) not null unique,
    title     varchar(80) not null,
    payment   varchar(10) not null,
    starts_at datetime    not null,
    ends_at   datetime    not null,
    budget    bigint      not null
);

create table deal_brand (
    id               bigint primary key,
    deal_id          bigint  not null,
    brand_id         bigint  not null,
    discount_percent int     not null,
    most_discount    bigint  not null,
    least_payment    bigint  not null,
    featured         boolean not null,
    position         int     not null,
    unique key deal_brand_deal_idx (deal_id, brand_id)
);

create table benefit (
    id            bigint primary key,
    deal_brand_id bigint      not null,
    kind          varchar(20) not null,
    text          varchar(80) not null,
    position      int         not null,
    key benefit_deal_brand_idx (deal_brand_id)
);

create table member (
    id        bigint primary key,
    no        varchar(10) not null unique,
    age_band  varchar(10) not null,
    gender    char(1)     not null,
    joined_at datetime    not null
);

create table payment (
    id        bigint primary key,
    member_id bigint   not null,
    brand_id  bigint   not null,
    amount    bigint   not null,
    paid_at   datetime not null,
    key payment_member_idx (member_id, brand_id)
);
