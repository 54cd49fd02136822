-- deferred: its length was open when it began, so it is a recording, also when the length was told later
alter table upload add column deferred integer not null default 0;
alter table upload add column mode text;
-- the recorder's own name for what it sends
update upload set deferred = 1 where length is null or file_name = 'recording.mp3';
create index upload_owner on upload (host, user_id);

-- Uploads that were completed without their device, told to the device when it comes back: no bytes of its own.
-- `of_session`: the one that it was sent to; `is_audio`: the bytes are the audio of `session_id`, else they are the
-- beginning of it.
create table adoption (
  upload_id text primary key,
  host text not null,
  user_id text not null,
  session_id text not null references session (id) on delete cascade,
  of_session text not null,
  is_audio integer not null,
  bytes integer not null,
  duration real not null,
  sha256 text not null,
  created_at integer not null
) strict, without rowid;
create index adoption_session on adoption (session_id);
create index adoption_of_session on adoption (of_session);

-- the Idempotency-Key of its creation, and a digest of the body that came with it
alter table session add column creation_key text;
alter table session add column creation_digest text;
create unique index session_creation on session (host, user_id, creation_key) where creation_key is not null;

-- keys of sessions that have been deleted
create table creation_memory (
  host text not null,
  user_id text not null,
  creation_key text not null,
  deleted_at integer not null,
  primary key (host, user_id, creation_key),
  foreign key (host, user_id) references user (host, id) on delete cascade
) strict, without rowid;
create index creation_memory_time on creation_memory (deleted_at);
