-- Phones that join a pairing without a sign-in (`pairing_quick`). `is_quick`: this phone did. `token_hash` is the SHA-256 of its token, from
-- the first exchange on; `token_used_at` the time of the first call with it. After that the token is not given again.
alter table pairing add column is_quick integer not null default 0;
alter table pairing add column token_hash text;
alter table pairing add column token_used_at integer;
create unique index pairing_token on pairing (token_hash) where token_hash is not null;

-- Sessions that such a phone may record into beside that of its pairing ("… (2)"), and the notes that it wrote in each of them, also in
-- that of the pairing. The phone changes its own notes only, so they are kept apart.
create table phone_session (
  pairing_id text not null references pairing (id) on delete cascade,
  session_id text not null references session (id) on delete cascade,
  notes text not null default '',
  primary key (pairing_id, session_id)
) strict, without rowid;
create index phone_session_session on phone_session (session_id);

-- The pairing of the phone that began an upload without a sign-in. The upload outlives it.
alter table upload add column pairing_id text references pairing (id) on delete set null;
create index upload_pairing on upload (pairing_id) where pairing_id is not null;
