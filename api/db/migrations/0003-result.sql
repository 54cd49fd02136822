create table result (
  session_id text not null references session (id) on delete cascade,
  label text not null,
  version integer not null,
  state text not null,
  text text not null default '',
  sources text not null default '[]',
  engine text not null,
  model text not null default '',
  made_from text not null,
  error text,
  source_tab text not null default '',
  created_at integer not null,
  primary key (session_id, label, version)
) strict, without rowid;
