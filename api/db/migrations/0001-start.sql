create table account (
  id text primary key,
  host text not null,
  email text not null,
  given_name text not null,
  family_name text not null,
  password_hash text not null,
  created_at integer not null,
  unique (host, email)
) strict;

create table user (
  id text primary key,
  host text not null,
  issuer text not null,
  sub text not null,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  email_verified integer not null default 0,
  is_superuser integer not null default 0,
  is_verified integer not null default 0,
  config text not null default '{}',
  created_at integer not null,
  unique (host, issuer, sub),
  unique (host, id)
) strict;

create table oidc_model (
  kind text not null,
  id text not null,
  payload text not null,
  grant_id text,
  user_code text,
  uid text,
  consumed_at integer,
  expires_at integer,
  primary key (kind, id)
) strict;
create index oidc_model_grant on oidc_model (grant_id);
create index oidc_model_uid on oidc_model (kind, uid);
create index oidc_model_expiry on oidc_model (expires_at);

create table session (
  id text primary key,
  host text not null,
  user_id text not null,
  title text not null,
  title_folded text not null,
  language text not null,
  participants integer,
  fhir_patient_id text,
  status text not null,
  reason text,
  notice text,
  duration real not null default 0,
  mode text,
  started_at integer,
  processing_start integer,
  speech text,
  verdict text,
  markers text not null default '[]',
  timemap text,
  settings text not null default '{}',
  integration_info text,
  visibility text not null default 'private',
  notes text not null default '',
  notes_rev integer not null default 0,
  edits_rev integer not null default 0,
  rev integer not null default 1,
  created_at integer not null,
  foreign key (host, user_id) references user (host, id) on delete cascade
) strict;
create index session_list on session (host, user_id, created_at desc, id);

create table upload (
  id text primary key,
  host text not null,
  user_id text not null,
  session_id text not null references session (id) on delete cascade,
  file_name text not null,
  file_type text not null,
  length integer,
  offset integer not null default 0,
  created_at integer not null,
  touched_at integer not null
) strict;
create index upload_session on upload (session_id);

create table audio (
  session_id text primary key references session (id) on delete cascade,
  storage_key text not null,
  file_name text not null,
  file_type text not null,
  bytes integer not null,
  sha256 text not null,
  peaks_key text,
  created_at integer not null,
  deleted_at integer
) strict;

create table transcript (
  session_id text not null references session (id) on delete cascade,
  version integer not null,
  engine text not null,
  language text not null,
  speakers text not null,
  partial integer not null default 1,
  created_at integer not null,
  primary key (session_id, version)
) strict, without rowid;

create table segment (
  session_id text not null,
  version integer not null,
  seq integer not null,
  id text not null,
  speaker text not null,
  start real not null,
  end real not null,
  text text not null,
  words text not null,
  doubt text,
  primary key (session_id, version, seq),
  foreign key (session_id, version) references transcript (session_id, version) on delete cascade
) strict, without rowid;

create table job (
  id text primary key,
  name text not null,
  host text not null,
  user_id text not null,
  session_id text references session (id) on delete cascade,
  payload text not null default '{}',
  state text not null,
  priority integer not null default 0,
  run_at integer not null,
  attempts integer not null default 0,
  lease_owner text,
  lease_until integer,
  checkpoint text,
  progress_done real not null default 0,
  progress_total real not null default 0,
  error text,
  created_at integer not null,
  started_at integer,
  finished_at integer
) strict;
create index job_claim on job (state, run_at, priority desc, created_at);
create index job_session on job (session_id);
