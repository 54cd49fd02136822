-- whether players find every moment: null: nobody has looked, it is played as it came; due: it is being made, nobody gets it
-- before; yes; no: it cannot be made, it is played as it came
alter table audio add column seekable text;

-- what the client sent and announced, where what is played was made of it
alter table audio add column announced_bytes integer;
alter table audio add column announced_sha256 text;

-- an object that was replaced, as long as it is not removed
alter table audio add column former_key text;
