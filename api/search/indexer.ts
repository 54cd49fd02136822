import type { Db } from '#api/db/open.ts';
import { silentLog, type Log } from '#api/lib/log.ts';
import { createPace } from '#api/lib/pace.ts';
import { createSweeper, type Sweeper } from '#api/lib/sweeper.ts';
import type { Owner } from '#api/db/owner.ts';
import { createChapters, toBody, toChapterRow, toFolded, type Chapter } from './chapter.rules.ts';
import { readShown, stampOf, type Shown } from './read-shown.store.ts';
import { createSearchStore, shelfOf, type Entry } from './search.store.ts';

export type Indexer = ReturnType<typeof createIndexer>;

/** Something to write, with how many words it costs. A session's last step says what it shows now. */
type Step = { words: number; write(trx: Db): Promise<void> };

// a transaction is one turn of the event loop: about 10 ms
const wordsPerTransaction = 2_000;
const stepsPerTransaction = 10;
const sessionsAtOnce = 25;
/** Of the index that are written anew at a time, about 4 ms: each is so about six times in its life. */
const pagesAtOnce = 64;
/** Nobody waits for more before an answer; the rest follows in the background. */
const freshenAtMost = 100;

/**
 * Keeps the index of what was said true. Triggers mark sessions whose words may have changed (migration 0004); here they are
 * indexed anew, chapter by chapter, only those that differ. The mark goes in the transaction that writes the last of them, if
 * nothing has changed since the session was read: a kill in between leaves it, and the work is done again.
 */
export function createIndexer(db: Db, log: Log = silentLog()) {
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: nobody writes chapters of a text that somebody else has read later. */
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

  /** `made: null`: it was up to date. */
  const finish = (
    entry: Entry,
    stamp: string | null,
    made: { words: number; chapters: number } | null,
  ): Step => ({
    words: 0,
    async write(trx) {
      const now = await stampOf(trx, entry.session_id);
      // changed while it was read: the mark stays
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
        // the others are to be found all the same; its mark stays
        if (!failed.has(id)) log.error({ err: error, session_id: id }, 'search: cannot index');
        failed.add(id);
        return [];
      });
      steps.push(...own);
      words += own.reduce((sum, step) => sum + step.words, 0);
      // what is to be written is kept in memory: not of many long sessions at once
      if (words > 10 * wordsPerTransaction) {
        await write(steps.splice(0), pace);
        words = 0;
      }
      await pace();
    }
    await write(steps, pace);
  }

  /** By person: what is asked for while it is waiting for its turn is asked for once. */
  const waiting = new Map<string, Promise<void>>();

  return {
    /** What a person has changed a moment ago is found when they search. */
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

    /** What was deleted is found no more at once; here its words leave the pages of the index as well, a few at a time. */
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

    /** Everything that is marked at this moment; what is old last. What was changed meanwhile has its turn in the next. */
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

/** Takes deleted words out of the pages of the index, daily and at each start. */
export const createPurgeKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: 86_400_000,
    ...deps,
    name: 'search purge',
    sweep: (signal) => deps.indexer.purge(signal),
  });

/** Indexes what is marked, every few seconds. */
export const createIndexKeeper = (deps: { indexer: Indexer; log: Log; everyMs?: number }): Sweeper =>
  createSweeper({
    everyMs: 3_000,
    ...deps,
    name: 'search',
    sweep: (signal) => deps.indexer.indexAll(signal),
  });
