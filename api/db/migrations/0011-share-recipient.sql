-- whom a message went to, for the limit of a day: a keyed digest, no address
create table share_recipient (
  host text not null,
  user_id text not null,
  share_id text not null,
  digest text not null,
  at integer not null,
  primary key (host, user_id, share_id, digest)
) strict, without rowid;
create index share_recipient_by_time on share_recipient (at);
