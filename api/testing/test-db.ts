import { onTestFinished } from 'vitest';
import { openDb, type Db } from '#api/db/open.ts';

/** An in-memory database with the current schema, closed at the end of the test. */
export function testDb(): Db {
  const db = openDb(':memory:');
  onTestFinished(() => db.destroy());
  return db;
}
