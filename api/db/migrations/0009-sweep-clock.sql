-- the time by which things are deleted, since the machine's clock may be wrong; all in ms.
-- seen_at: what the clock said last while it was doubted; ran_ms: how long it has said so
create table sweep_clock (
  id integer primary key check (id = 1),
  believed_at integer not null,
  seen_at integer,
  ran_ms integer not null default 0
) strict;

-- what was written last was written when it said so
insert into sweep_clock (id, believed_at)
select 1, max(at) from (
  select max(started_at) as at from retention_run
  union all select max(created_at) from session
  union all select max(touched_at) from upload)
having max(at) is not null;
