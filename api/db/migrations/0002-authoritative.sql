alter table transcript add column turns text;
alter table transcript add column unapplied text not null default '[]';
alter table job add column expected_at integer;

create table edit (
  session_id text not null references session (id) on delete cascade,
  rev integer not null,
  version integer not null,
  op text not null,
  created_at integer not null,
  primary key (session_id, rev)
) strict, without rowid;

create table correction (
  host text not null,
  user_id text not null,
  original_word text not null,
  corrected_word text not null,
  uses integer not null default 1,
  touched_at integer not null,
  primary key (host, user_id, original_word, corrected_word)
) strict, without rowid;

create table engine_speed (
  engine text primary key,
  media_s real not null,
  took_s real not null,
  touched_at integer not null
) strict, without rowid;

create table retention_run (
  id text primary key,
  started_at integer not null,
  finished_at integer not null,
  report text not null
) strict;
create index retention_run_time on retention_run (started_at);
