-- A sign-in at the embedded provider: `id` is that of its grant, `device` says which browser began it. Access tokens name it, and
-- hold for as long as the grant is there.
create table account_sign_in (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  began_at integer not null,
  seen_at integer not null,
  device text not null default ''
) strict;
create index account_sign_in_account on account_sign_in (account_id);
-- those that are there
insert into account_sign_in (id, account_id, began_at, seen_at)
select
  id,
  json_extract(payload, '$.accountId'),
  json_extract(payload, '$.iat') * 1000,
  1000 * coalesce(
    (select max(json_extract(payload, '$.iat')) from oidc_model as token where token.grant_id = oidc_model.id),
    json_extract(payload, '$.iat')
  )
from oidc_model
where kind = 'Grant' and json_extract(payload, '$.accountId') in (select id from account)
  and json_extract(payload, '$.iat') is not null;

-- Links that were sent or shown: `reset` sets a new password of `account_id`, `confirm` proves that `email` is the address of the
-- person. `hash` is the SHA-256 of the secret. A former link of the kind ends when the mail server has accepted the new one.
create table account_link (
  hash text not null primary key,
  host text not null,
  user_id text not null,
  kind text not null,
  account_id text references account (id) on delete cascade,
  email text not null,
  actor text not null,
  is_mailed integer not null,
  expires_at integer not null,
  foreign key (host, user_id) references user (host, id) on delete cascade
) strict;
create index account_link_person on account_link (host, user_id, kind);
create index account_link_account on account_link (account_id);

-- 1 from the moment when somebody closed their account until all that belongs to it is deleted
alter table user add column closing integer not null default 0;

-- Name and address of a deleted person are still in free pages of the database (0017).
create trigger user_leaves_waste after delete on user begin
  update space_waste set deletions = deletions + 1;
end;
