-- the model that wrote a draft on the device; empty for all other versions
alter table transcript add column model text not null default '';
