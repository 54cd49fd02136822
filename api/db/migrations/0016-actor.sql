-- Who did it: `person:<user id>`. Null is the owner of the session, in rows that older versions wrote.
alter table edit add column actor text;
alter table result add column actor text;
alter table job add column actor text;
alter table session add column notes_actor text;

-- Changes that others are told of. A row is written together with its change. It holds ids, but no text of people, and
-- outlives its session.
create table outbox (
  id integer primary key autoincrement,
  kind text not null,
  host text not null,
  user_id text not null,
  session_id text,
  actor text not null,
  payload text not null,
  created_at integer not null
) strict;
create index outbox_session on outbox (session_id);
create index outbox_time on outbox (created_at);
