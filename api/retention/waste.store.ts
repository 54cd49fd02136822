import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';

export type WasteStore = ReturnType<typeof createWasteStore>;

/** Counts what was deleted since the database was compacted. Triggers count up (migration 0017). */
export function createWasteStore(db: Db) {
  return {
    async deletions(): Promise<number> {
      const row = await db.selectFrom('space_waste').select('deletions').executeTakeFirst();
      return row?.deletions ?? 0;
    },

    async reduce(by: number): Promise<void> {
      await db
        .updateTable('space_waste')
        .set({ deletions: sql<number>`max(0, deletions - ${by})` })
        .execute();
    },
  };
}
