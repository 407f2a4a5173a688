create index member_email_idx on member (email);
create index member_agreement_member_idx on member_agreement (member_id);
