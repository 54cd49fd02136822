-- Pairings: a phone is the recorder of a session on the desktop. `code_hash` is a keyed hash of the code (`keys/pairing.key`), null once
-- it was used; `claim_hash` the SHA-256 of the secret that the phone keeps. `state`: preparing, waiting, connected. `ended` says why it
-- is over: time, replaced, refused, closed, finished; null while it lives. `expires_at` is the end of the code before the confirmation,
-- and the end of the pairing after it.
create table pairing (
  id text primary key,
  host text not null,
  user_id text not null,
  session_id text not null references session (id) on delete cascade,
  -- The session that the phone records now, if it is another one: "… (2)".
  recording_id text references session (id) on delete set null,
  state text not null,
  ended text,
  code_hash text,
  claim_hash text,
  verification_code text,
  device text,
  -- Sign-ins of both sides at the embedded provider; null at other providers.
  desktop_sign_in text,
  phone_sign_in text,
  created_at integer not null,
  expires_at integer not null,
  ended_at integer
) strict;
create index pairing_session on pairing (session_id);
create index pairing_recording on pairing (recording_id) where recording_id is not null;
create index pairing_code on pairing (code_hash) where code_hash is not null;
