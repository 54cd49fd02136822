-- asked: what it was asked with (JSON), for another try; notice: why there is nothing
alter table result add column asked text not null default '{}';
alter table result add column title text not null default '';
alter table result add column notice text;

-- what of a session a job works on: the label of a result; jobs of one session are ended one by one by it
alter table job add column topic text;

create table processing_option (
  host text not null,
  label text not null,
  rev integer not null,
  names text not null,
  enabled_by_default integer not null,
  form text not null,
  target text,
  prompt text not null,
  roles text not null default '[]',
  primary key (host, label)
) strict, without rowid;

create table suggestion (
  session_id text not null references session (id) on delete cascade,
  id text not null,
  seq integer not null,
  version integer not null,
  segment text not null,
  at real not null,
  start integer not null,
  from_text text not null,
  to_text text not null,
  others text not null default '[]',
  kind text not null,
  state text not null default 'open',
  primary key (session_id, id)
) strict, without rowid;
