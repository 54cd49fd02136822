import { join } from 'node:path';
import type { Insertable } from 'kysely';
import { openDb } from '#api/db/open.ts';
import type { ResultTable } from '#api/db/schema.ts';
import { buildResult } from '#api/testing/builders.ts';
import type { Product } from './product.ts';

export type StoredResult = [label: string, fields: Partial<Insertable<ResultTable>>];

/** Puts results beside a session, in the file that the running server works on, as its own processing does; it is completed. */
export async function storeResults(
  { dataDir }: Product,
  sessionId: string,
  results: readonly StoredResult[],
): Promise<void> {
  const db = openDb(join(dataDir, 'wortlaut.db'));
  try {
    const session = await db
      .updateTable('session')
      .where('id', '=', sessionId)
      .set({ status: 'completed' })
      .returning(['edits_rev', 'notes_rev'])
      .executeTakeFirstOrThrow();
    const transcript = await db
      .selectFrom('transcript')
      .where('session_id', '=', sessionId)
      .select((eb) => eb.fn.max('version').as('version'))
      .executeTakeFirst();
    const madeFrom = {
      transcript: transcript?.version ?? 0,
      edits: session.edits_rev,
      notes: session.notes_rev,
      option: 1,
    };
    for (const [label, fields] of results) {
      await buildResult(db, sessionId, label, { made_from: JSON.stringify(madeFrom), ...fields });
    }
  } finally {
    await db.destroy();
  }
}
