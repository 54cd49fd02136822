-- What was sent by e-mail, for the limit of an hour: no address, no content. `sent`: null while it is under way.
create table share (
  host text not null,
  user_id text not null,
  id text not null,
  session_id text not null,
  recipients integer not null,
  sent integer,
  created_at integer not null,
  primary key (host, user_id, id)
) strict, without rowid;
create index share_by_time on share (created_at);
