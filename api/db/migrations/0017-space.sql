-- SQLite keeps what is deleted in free pages and beside other rows until the file is compacted. `deletions` counts what was
-- deleted since. A database with sessions may hold what an older version has deleted.
create table space_waste (deletions integer not null) strict;
insert into space_waste (deletions) select exists (select 1 from session);

create trigger session_leaves_waste after delete on session begin
  update space_waste set deletions = deletions + 1;
end;
create trigger correction_leaves_waste after delete on correction begin
  update space_waste set deletions = deletions + 1;
end;
