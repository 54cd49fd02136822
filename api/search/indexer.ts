import type { Db } from '#api/db/open.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { createPace } from '#api/lib/pace.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { Owner } from '#api/db/owner.ts';
import { createChapters, toBody, toChapterRow, toFolded, type Chapter } from './chapter.rules.ts';
import { readShown, stampOf, type Shown } from './read-shown.store.ts';
import { createSearchStore, shelfOf, type Entry } from './search.store.ts';

export type Indexer = ReturnType<typeof createIndexer>;

/** A write to the index, with its cost in words. The last step of a session records the indexed state. */
type Step = { words: number; write(trx: Db): Promise<void> };

// One transaction blocks the event loop for about 10 ms.
const wordsPerTransaction = 2_000;
const stepsPerTransaction = 10;
const sessionsAtOnce = 25;
/** Index pages merged at a time, about 4 ms. */
const pagesAtOnce = 64;
/** Sessions indexed before an answer; the rest follows in the background. */
const freshenAtMost = 100;

/**
 * Keeps the full-text index up to date. Triggers mark sessions whose words may have changed (migration 0004); the indexer
 * rewrites the chapters that differ. The transaction of the last chapter removes the mark, unless the session has changed
 * meanwhile; after a crash the work is repeated.
 */
export function createIndexer(db: Db, log: Log = silentLog()) {
  let last: Promise<unknown> = Promise.resolve();
  /** Mutex: an older text must not overwrite chapters of a newer one. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => {});
    return turn;
  };
  const store = createSearchStore(db);
  const failed = new Set<string>();

  async function stepsOf(sessionId: string, pace: () => Promise<void>): Promise<Step[]> {
    const entry = await store.entryOf(sessionId);
    const seen = await stampOf(db, sessionId);
    const stamp = seen?.stamp ?? null;
    if (!entry) return [{ words: 0, write: (trx) => createSearchStore(trx).clean(sessionId) }];
    if (stamp !== null && stamp === entry.stamp) return [finish(entry, stamp, null)];
    const known =
      stamp === null || entry.stamp === null ? new Map<number, string>() : await store.digestsOf(entry.no);
    const chapters = seen ? await chaptersOf(seen, pace) : [];
    const steps: Step[] = [];
    let words = 0;
    for (const [place, chapter] of chapters.entries()) {
      words += chapter.own;
      const row = toChapterRow(chapter);
      await pace();
      if (known.get(place) === row.digest) continue;
      const folded = toFolded(chapter);
      const body = toBody(folded, shelfOf(entry.no));
      await pace();
      const write = (trx: Db) => createSearchStore(trx).putChapter(entry.no, place, { ...row, folded, body });
      steps.push({ words: chapter.words.length, write });
    }
    return [...steps, finish(entry, stamp, { words, chapters: chapters.length })];
  }

  async function chaptersOf(seen: Shown, pace: () => Promise<void>): Promise<Chapter[]> {
    const written = createChapters();
    for (const segment of await readShown(db, seen, pace)) {
      written.add(segment);
      await pace();
    }
    return written.chapters();
  }

  const finish = (
    entry: Entry,
    stamp: string | null,
    made: { words: number; chapters: number } | null,
  ): Step => ({
    words: 0,
    async write(trx) {
      const now = await stampOf(trx, entry.session_id);
      // Changed while it was read: the mark stays.
      if ((now?.stamp ?? null) !== stamp) return;
      const within = createSearchStore(trx);
      if (!made) return within.clean(entry.session_id);
      await within.removeChaptersFrom(entry.no, made.chapters);
      await within.settle(entry, stamp, made.words);
    },
  });

  async function write(steps: readonly Step[], pace: () => Promise<void>): Promise<void> {
    for (let from = 0; from < steps.length;) {
      let [until, words] = [from, 0];
      while (until < steps.length && until - from < stepsPerTransaction && words < wordsPerTransaction)
        words += steps[until++]!.words;
      const part = steps.slice(from, until);
      await db.transaction().execute(async (trx) => {
        for (const step of part) await step.write(trx);
        if (words > 0) await createSearchStore(trx).merge(pagesAtOnce);
      });
      await pace();
      from = until;
    }
  }

  async function index(sessionIds: readonly string[]): Promise<void> {
    const pace = createPace();
    const steps: Step[] = [];
    let words = 0;
    for (const id of sessionIds) {
      const own = await stepsOf(id, pace).catch((error: unknown): Step[] => {
        // A failing session keeps its mark and does not block the others.
        if (!failed.has(id)) log.error({ err: error, session_id: id }, 'search: cannot index');
        failed.add(id);
        return [];
      });
      steps.push(...own);
      words += own.reduce((sum, step) => sum + step.words, 0);
      // Bounds the memory of pending steps.
      if (words > 10 * wordsPerTransaction) {
        await write(steps.splice(0), pace);
        words = 0;
      }
      await pace();
    }
    await write(steps, pace);
  }

  /** Waiting runs by person: a repeated request shares the run. */
  const waiting = new Map<string, Promise<void>>();

  return {
    /** Indexes the recent changes of a person before they search. */
    async freshen(owner: Owner): Promise<void> {
      const ids = await store.dirtyOf(owner, freshenAtMost);
      if (ids.length === 0) return;
      const key = JSON.stringify(owner);
      const known = waiting.get(key);
      if (known) return known;
      const turn = inTurn(async () => {
        waiting.delete(key);
        await index(await store.dirtyOf(owner, freshenAtMost));
      });
      waiting.set(key, turn);
      return turn;
    },

    /** Removes the words of deleted sessions from the pages of the index, a few pages at a time. */
    async purge(signal?: AbortSignal): Promise<void> {
      const waste = await store.waste();
      if (waste === 0) return;
      const pace = createPace();
      for (let pages = -pagesAtOnce; ; pages = pagesAtOnce) {
        if (signal?.aborted) return;
        const isMore = await inTurn(() => store.merge(pages));
        if (!isMore) break;
        await pace();
      }
      await store.reduceWaste(waste);
    },

    /** Indexes everything that is marked, old sessions last. Later changes wait for the next run. */
    async indexAll(signal?: AbortSignal): Promise<void> {
      for (const isOld of [0, 1] as const) {
        for (let before = Number.MAX_SAFE_INTEGER; ;) {
          if (signal?.aborted) return;
          const marked = await store.dirty(isOld, before, sessionsAtOnce);
          await inTurn(() => index(marked.map(({ id }) => id)));
          before = marked.at(-1)?.place ?? before;
          if (marked.length < sessionsAtOnce) break;
        }
      }
    },
  };
}

/** Removes deleted words from the index, daily and at each start. */
export const createPurgeKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: 86_400_000,
    ...deps,
    name: 'search purge',
    sweep: (signal) => deps.indexer.purge(signal),
  });

/** Indexes marked sessions every few seconds. */
export const createIndexKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: 3_000,
    ...deps,
    name: 'search',
    sweep: (signal) => deps.indexer.indexAll(signal),
  });
