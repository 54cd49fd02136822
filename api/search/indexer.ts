import { dayMs } from '#api/contract/time.ts';
import { createMutex } from '#api/shared/mutex.ts';
import type { Db } from '#api/db/open.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { createPace } from '#api/lib/pace.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { Owner } from '#api/db/owner.ts';
import { pagesAtOnce, stepsOf, wordsPerTransaction, writeSteps, type IndexStep } from './index-steps.ts';
import { createMarkStore } from './mark.store.ts';
import { createMergeStore } from './merge.store.ts';

export type Indexer = ReturnType<typeof createIndexer>;

const sessionsAtOnce = 25;
/** Number of sessions that are indexed before an answer; the rest follows in the background. */
const freshenAtMost = 100;

/**
 * Creates the indexer, which keeps the full-text index up to date. Triggers mark sessions whose words may have changed
 * (migration 0004); the indexer rewrites the chapters that differ. The transaction of the last chapter removes the
 * mark, unless the session has changed meanwhile; after a crash the work is repeated.
 */
export function createIndexer(db: Db, log: Log = silentLog()) {
  // Work is done one after the other, because an older text must not overwrite chapters of a newer one.
  const inTurn = createMutex();
  const index = createIndexing(db, log);
  const [marks, merges] = [createMarkStore(db), createMergeStore(db)];
  /** Runs that have not begun, by person: a repeated request shares the run. */
  const waiting = new Map<string, Promise<void>>();

  return {
    /** Indexes the recent changes of a person before they search. */
    async freshen(owner: Owner): Promise<void> {
      const ids = await marks.markedOf(owner, freshenAtMost);
      if (ids.length === 0) return;
      const key = JSON.stringify(owner);
      const known = waiting.get(key);
      if (known) return known;
      const turn = inTurn(async () => {
        waiting.delete(key);
        await index(await marks.markedOf(owner, freshenAtMost));
      });
      waiting.set(key, turn);
      return turn;
    },

    /** Removes the words of deleted sessions from the pages of the index, a few pages at a time. */
    async purge(signal?: AbortSignal): Promise<void> {
      const waste = await merges.waste();
      if (waste === 0) return;
      const pace = createPace();
      for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
        if (signal?.aborted) return;
        const isMore = await inTurn(() => merges.merge(pages));
        if (!isMore) break;
        await pace();
      }
      await merges.reduceWaste(waste);
    },

    /** Indexes everything that is marked, old sessions last. Later changes wait for the next run. */
    async indexAll(signal?: AbortSignal): Promise<void> {
      for (const isOld of [0, 1] as const) {
        for (let before = Number.MAX_SAFE_INTEGER; ;) {
          if (signal?.aborted) return;
          const marked = await marks.marked(isOld, before, sessionsAtOnce);
          await inTurn(() => index(marked.map(({ id }) => id)));
          before = marked.at(-1)?.rowid ?? before;
          if (marked.length < sessionsAtOnce) break;
        }
      }
    },
  };
}

/** Returns a function that brings the index of these sessions up to date. */
function createIndexing(db: Db, log: Log) {
  /** Sessions whose failure is in the log already. */
  const failed = new Set<string>();

  return async (sessionIds: readonly string[]): Promise<void> => {
    const pace = createPace();
    const steps: IndexStep[] = [];
    let words = 0;
    for (const id of sessionIds) {
      const own = await stepsOf(db, id, pace).catch((error: unknown): IndexStep[] => {
        // A failing session keeps its mark and does not block the others.
        if (!failed.has(id)) log.error({ err: error, session_id: id }, 'search: cannot index');
        failed.add(id);
        return [];
      });
      steps.push(...own);
      words += own.reduce((sum, step) => sum + step.words, 0);
      // Bounds the memory of pending steps.
      if (words > 10 * wordsPerTransaction) {
        await writeSteps(db, steps.splice(0), pace);
        words = 0;
      }
      await pace();
    }
    await writeSteps(db, steps, pace);
  };
}

/** Creates the keeper that removes deleted words from the index, daily and at each start. */
export const createPurgeKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: dayMs,
    ...deps,
    name: 'search purge',
    sweep: (signal) => deps.indexer.purge(signal),
  });

/** Creates the keeper that indexes marked sessions every few seconds. */
export const createIndexKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: 3_000,
    ...deps,
    name: 'search',
    sweep: (signal) => deps.indexer.indexAll(signal),
  });
