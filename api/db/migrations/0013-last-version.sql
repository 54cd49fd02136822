-- highest number that a version of the transcript has had: the number of a removed draft is not given again
alter table session add column last_version integer not null default 0;
update session set last_version = coalesce((select max(version) from transcript where session_id = session.id), 0);
