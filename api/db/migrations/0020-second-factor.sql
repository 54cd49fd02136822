-- Second factors of accounts of the embedded provider. An account has one from its first app or passkey on.

-- An app for one-time codes. `secret` is encrypted with the key `keys/factor.key`. `last_step` is the newest time step whose code was
-- accepted: no code of it, or of an earlier one, is accepted again.
create table account_totp (
  account_id text primary key references account (id) on delete cascade,
  secret text not null,
  last_step integer not null,
  created_at integer not null,
  used_at integer
) strict;

-- `id` is that of the credential, `rp_id` the host that it was made for, `counter` the highest that it has sent.
create table account_passkey (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  rp_id text not null,
  public_key text not null,
  counter integer not null,
  transports text not null default '[]',
  name text not null,
  created_at integer not null,
  used_at integer
) strict;
create index account_passkey_account on account_passkey (account_id);

-- The codes that were not used yet, as SHA-256, hex.
create table account_recovery_code (
  account_id text not null references account (id) on delete cascade,
  hash text not null,
  primary key (account_id, hash)
) strict, without rowid;

-- What waits for its next step: a sign-in whose password was right, a challenge for a passkey, a factor that is being added. `place` is
-- the sign-in, or the begun sign-in, that it belongs to.
create table account_pending (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  kind text not null,
  place text not null,
  value text not null,
  expires_at integer not null
) strict;
create index account_pending_account on account_pending (account_id);
