import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { keepStatements } from './kept-statements.ts';

function setUp() {
  const sqlite = new Sqlite(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('create table thing (id integer primary key, name text)');
  const prepared: string[] = [];
  const prepare = (sql: string) => {
    prepared.push(sql);
    return sqlite.prepare(sql);
  };
  const counted = Object.assign(Object.create(sqlite) as Sqlite.Database, { prepare });
  const kept = keepStatements(counted);
  return { sqlite, prepared, all: (sql: string, ...values: unknown[]) => kept.prepare(sql).all(values) };
}

it('A statement is prepared once, and its values are those of each call', () => {
  const { sqlite, prepared, all } = setUp();
  sqlite.exec("insert into thing values (1, 'eins'), (2, 'zwei')");
  const byId = 'select name from thing where id = ?';
  expect([all(byId, 1), all(byId, 2), all(byId, 3)]).toEqual([[{ name: 'eins' }], [{ name: 'zwei' }], []]);
  sqlite.exec("update thing set name = 'anders' where id = 1");
  expect(all(byId, 1)).toEqual([{ name: 'anders' }]);
  expect(prepared).toEqual([byId]);
});

it('A kept statement sees the columns that a table has now', () => {
  const { sqlite, all } = setUp();
  sqlite.exec("insert into thing values (1, 'eins')");
  const every = 'select * from thing';
  expect(all(every)).toEqual([{ id: 1, name: 'eins' }]);
  sqlite.exec('alter table thing add column size integer default 7');
  expect(all(every)).toEqual([{ id: 1, name: 'eins', size: 7 }]);
  sqlite.exec('drop table thing; create table thing (other text)');
  expect(all(every)).toEqual([]);
});

it('Of many statements the least recently used ones go', () => {
  const { prepared, all } = setUp();
  const often = 'select 0 as often';
  all(often);
  for (let n = 1; n <= 2_000; n += 1) {
    all(`select ${n} as n`);
    if (n % 100 === 0) all(often);
  }
  expect(prepared.filter((sql) => sql === often)).toHaveLength(1);
  const before = prepared.length;
  all('select 1 as n');
  expect(prepared).toHaveLength(before + 1);
  all('select 2000 as n');
  expect(prepared).toHaveLength(before + 1);
});
