import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDb } from './open.ts';
import { unsyncedTransaction } from './unsynced-transaction.ts';

const level = async (db: ReturnType<typeof openDb>) =>
  (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows[0]!.synchronous;

it('a transaction that can be made again does not wait for the disk; all others do, also after it has failed', async () => {
  await using db = openDb(':memory:');
  expect(await level(db)).toBe(2);
  const within = unsyncedTransaction(db, level);
  // waits for its turn, so that it never runs with the setting of the other
  const beside = level(db);
  expect(await within).toBe(1);
  expect(await beside).toBe(2);
  const failed = unsyncedTransaction(db, () => Promise.reject(new Error('enough')));
  await expect(failed).rejects.toThrow('enough');
  expect(await level(db)).toBe(2);
});
