-- 1 if the draft came with its recording: no other replaces it
alter table transcript add column closed integer not null default 0;
-- before drafts could be put, each was of a dictation and came with its recording
update transcript set closed = 1 where engine = 'dictation';
