-- Announcements of a host. The texts are JSON with one text for each language. They are shown from `starts_at` on (null: at once) and
-- before `expires_at` (null: until they are deleted).
create table announcement (
  id text primary key,
  host text not null,
  type text not null,
  title text not null,
  message text not null,
  link text,
  cta_text text not null,
  priority integer not null,
  starts_at integer,
  expires_at integer,
  created_at integer not null
) strict;
create index announcement_host on announcement (host);

-- when the shorter periods in `retention` were announced; null if there are none, or if an older version has announced them
alter table domain add column next_announced_at integer;

-- Answers to the survey: one to each question of a session, and one that says that it was shown (`shown`). `id` is made by the page.
create table survey_answer (
  session_id text not null references session (id) on delete cascade,
  host text not null,
  user_id text not null,
  id text not null,
  question text not null,
  answer text not null,
  created_at integer not null,
  primary key (session_id, question),
  unique (host, user_id, id)
) strict;
create index survey_answer_time on survey_answer (host, created_at);

-- when a survey was shown to the person last; it outlives the sessions
alter table user add column survey_at integer;
