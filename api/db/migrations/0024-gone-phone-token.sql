-- Tokens of phones (`pairing_quick`) whose pairing was deleted with its session. `token_hash` is the SHA-256 of the token, `ended` why the
-- pairing had ended. Rows are deleted after 7 days, as pairings are.
create table gone_phone_token (
  token_hash text primary key,
  host text not null,
  ended text not null,
  ended_at integer not null
) strict, without rowid;
create index gone_phone_token_ended on gone_phone_token (ended_at);
