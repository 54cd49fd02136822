import { onTestFinished } from 'vitest';
import { openDb, type Db } from '#api/db/open.ts';

/** Opens an in-memory database with the current schema. It is closed at the end of the test. */
export function testDb(): Db {
  const db = openDb(':memory:');
  onTestFinished(() => db.destroy());
  return db;
}
