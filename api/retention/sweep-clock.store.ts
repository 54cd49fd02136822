import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { earliestMs, type SweepClock } from './sweep-time.rules.ts';

/**
 * Replaces dates before `earliestMs` by `nowMs`: the clock was not set when they were written, and their rows would be deleted
 * at once. Returns the number of rows.
 */
export const redate = (db: Db, nowMs: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const changes = [
      trx
        .updateTable('session')
        .set({ created_at: nowMs, rev: sql<number>`rev + 1` })
        .where('created_at', '<', earliestMs),
      trx.updateTable('audio').set({ created_at: nowMs }).where('created_at', '<', earliestMs),
      trx.updateTable('upload').set({ touched_at: nowMs }).where('touched_at', '<', earliestMs),
      trx.updateTable('outbox').set({ created_at: nowMs }).where('created_at', '<', earliestMs),
      trx.updateTable('correction').set({ touched_at: nowMs }).where('touched_at', '<', earliestMs),
    ];
    let changed = 0;
    for (const change of changes) changed += Number((await change.executeTakeFirst()).numUpdatedRows);
    return changed;
  });

/** Returns the state that was stored last; null before the first. */
export async function readClock(db: Db): Promise<SweepClock | null> {
  const row = await db.selectFrom('sweep_clock').selectAll().executeTakeFirst();
  if (!row) return null;
  const doubt = row.seen_at === null ? null : { seenMs: row.seen_at, ranMs: row.ran_ms };
  return { believedMs: row.believed_at, doubt };
}

export async function writeClock(db: Db, { believedMs, doubt }: SweepClock): Promise<void> {
  const row = {
    believed_at: Math.round(believedMs),
    seen_at: doubt ? Math.round(doubt.seenMs) : null,
    ran_ms: Math.round(doubt?.ranMs ?? 0),
  };
  await db
    .insertInto('sweep_clock')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
