-- what a list shows and filters by lies in one index, so that 100,000 sessions are looked through without their rows
alter table session add column audio_at integer;
alter table session add column thumbnail blob;
update session set audio_at = (
  select audio.created_at from audio where audio.session_id = session.id and audio.deleted_at is null
);
drop index session_list;
create index session_list on session (host, user_id, created_at desc, id, audio_at, title_folded);

create trigger audio_comes after insert on audio begin
  update session set audio_at = iif(new.deleted_at is null, new.created_at, null) where id = new.session_id;
end;
create trigger audio_changes after update of created_at, deleted_at on audio begin
  update session
  set audio_at = iif(new.deleted_at is null, new.created_at, null),
      thumbnail = iif(new.deleted_at is null, thumbnail, null)
  where id = new.session_id;
end;

-- Consecutive sessions of one person. The words of a shelf carry its number, so that a query reads the postings of one
-- person and of a bounded number of sessions, whatever it asks for.
create table search_shelf (
  id integer primary key autoincrement,
  host text not null,
  user_id text not null,
  sessions integer not null default 0,
  words integer not null default 0,
  foreign key (host, user_id) references user (host, id) on delete cascade
) strict;
create index search_shelf_owner on search_shelf (host, user_id, id);

-- `no`: shelf * 4096 + place on it; ascends with time: the newest are found first, and what one person has lies together.
-- What a list is filtered by is repeated here, because 100,000 rows of a table of integers are looked through three times as
-- fast as an index with texts. `stamp`: what of the session is indexed.
create table search_entry (
  no integer primary key,
  session_id text not null unique references session (id) on delete cascade,
  title text not null,
  created_at integer not null,
  audio_at integer,
  stamp text,
  words integer not null default 0
) strict;

-- Ten minutes of a session; id: no * 1024 + place.
create table search_chapter (
  id integer primary key,
  digest text not null,
  own integer not null,
  folded text not null,
  words text not null,
  starts text not null,
  segments text not null
) strict;

create virtual table search_text using fts5 (
  body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- whoever writes merges a few pages each time; by itself FTS5 would now and then merge everything at once, for seconds
insert into search_text (search_text, rank) values ('automerge', 0);
insert into search_text (search_text, rank) values ('crisismerge', 1000);

create trigger search_entry_goes after delete on search_entry begin
  delete from search_chapter where id between old.no * 1024 and old.no * 1024 + 1023;
  delete from search_shelf
  where id = old.no / 4096
    and not exists (
      select 1 from search_entry where no between old.no / 4096 * 4096 and old.no / 4096 * 4096 + 4095
    );
end;
-- FTS5 finds what is deleted no more, but keeps its words in its pages until it merges them: `chapters` have gone since
create table search_waste (chapters integer not null) strict;
insert into search_waste (chapters) values (0);
create trigger search_chapter_goes after delete on search_chapter begin
  delete from search_text where rowid = old.id;
  update search_waste set chapters = chapters + 1;
end;

-- Sessions whose words may have changed. `is_old`: from before there was a search; nobody waits for them.
create table search_dirty (
  session_id text primary key references session (id) on delete cascade,
  is_old integer not null default 0
) strict;
create index search_dirty_age on search_dirty (is_old);

create trigger session_comes after insert on session begin
  insert into search_shelf (host, user_id)
  select new.host, new.user_id
  where not exists (
    select 1 from search_shelf
    where id = (select max(id) from search_shelf where host = new.host and user_id = new.user_id)
      and sessions < 2048 and words < 400000
  );
  insert into search_entry (no, session_id, title, created_at, audio_at)
  select id * 4096 + sessions, new.id, new.title_folded, new.created_at, new.audio_at
  from search_shelf
  where id = (select max(id) from search_shelf where host = new.host and user_id = new.user_id);
  update search_shelf set sessions = sessions + 1
  where id = (select max(id) from search_shelf where host = new.host and user_id = new.user_id);
end;
create trigger session_is_listed after update of title_folded, created_at, audio_at on session begin
  update search_entry set title = new.title_folded, created_at = new.created_at, audio_at = new.audio_at
  where session_id = new.id;
end;
-- `rev` grows with every change that the detail shows
create trigger session_changes after update of rev on session when new.rev <> old.rev begin
  insert into search_dirty (session_id) values (new.id) on conflict (session_id) do update set is_old = 0;
end;
create trigger transcript_changes after update of partial on transcript when new.partial <> old.partial begin
  insert into search_dirty (session_id) values (new.session_id)
  on conflict (session_id) do update set is_old = 0;
end;

-- those that are there: shelved by their number and by the words that their sound may hold, three a second
create temp table shelving as
select id, host, user_id, created_at, dense_rank() over (order by host, user_id, place) as shelf
from (
  select id, host, user_id, created_at,
    max(
      (row_number() over by_time - 1) / 2048,
      cast(sum(duration) over by_time * 3 / 400000 as integer)
    ) as place
  from session
  window by_time as (partition by host, user_id order by created_at, id desc rows unbounded preceding)
);
insert into search_shelf (id, host, user_id, sessions)
select shelf, host, user_id, count(*) from shelving group by shelf, host, user_id;
insert into search_entry (no, session_id, title, created_at, audio_at)
select
  shelf * 4096 + row_number() over (partition by shelf order by s.created_at, s.id desc) - 1,
  s.id, s.title_folded, s.created_at, s.audio_at
from shelving join session as s on s.id = shelving.id;
drop table shelving;
insert into search_dirty (session_id, is_old) select session_id, 1 from search_entry order by no;
