-- A row of settings for each host. The column `host` of all other tables holds its key, which never changes.
create table domain (
  key text primary key,
  host text not null unique,
  names text not null default '[]',
  tags text,
  config text not null default '{}',
  limits text,
  retention text,
  mp3 text,
  identity text,
  links text,
  survey text,
  app_store text,
  first_superuser text,
  rev integer not null default 1,
  created_at integer not null
) strict;
-- one row for each host text that people have, nothing merged
insert into domain (key, host, created_at)
select host, host, cast(unixepoch('subsec') * 1000 as integer)
from (select host from user union select host from account);

create table domain_role (
  host text not null,
  id text not null,
  name_de text not null,
  name_en text not null,
  name_fr text not null,
  name_it text not null,
  is_default integer not null default 0,
  seq integer not null,
  primary key (host, id)
) strict;

-- the chosen role, the roles given by hand and those of the provider's claim
alter table user add column role text;
alter table user add column roles text not null default '[]';
alter table user add column claim_roles text not null default '[]';
alter table user add column locked integer not null default 0;
alter table user add column seen_at integer;

-- the largest size that was allowed when the upload began; null in uploads of older versions
alter table upload add column max_bytes integer;

-- Labels of the options that follow by themselves on the transcript, decided when the session was created; null in sessions
-- of older versions.
alter table session add column follow_ups text;

-- further sign-ins of a person, which a superuser has joined to them
create table sign_in (
  host text not null,
  issuer text not null,
  sub text not null,
  user_id text not null,
  primary key (host, issuer, sub),
  foreign key (host, user_id) references user (host, id) on delete cascade
) strict;
create index sign_in_person on sign_in (host, user_id);
