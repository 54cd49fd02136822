import type { Db } from '#api/db/open.ts';
import { createChapters, toBody, toChapterRow, toFolded, type Chapter } from './chapter.rules.ts';
import { createChapterStore, type Entry } from './chapter.store.ts';
import { shelfOf } from './entry-number.rules.ts';
import { createMarkStore } from './mark.store.ts';
import { createMergeStore } from './merge.store.ts';
import { readShown, stampOf, type Shown } from './read-shown.store.ts';

/** A write to the index, with its cost in words. The last step of a session records the indexed state. */
export type IndexStep = { words: number; write(trx: Db): Promise<void> };

type Pace = () => Promise<void>;

// A transaction of this size blocks the event loop for about 10 ms.
export const wordsPerTransaction = 2_000;
const stepsPerTransaction = 10;
/** Number of index pages that are merged at a time, which takes about 4 ms. */
export const pagesAtOnce = 64;

/** Returns the writes that bring the index of a session up to date. Only chapters that differ are written. */
export async function stepsOf(db: Db, sessionId: string, pace: Pace): Promise<IndexStep[]> {
  const store = createChapterStore(db);
  const entry = await store.entryOf(sessionId);
  const seen = await stampOf(db, sessionId);
  const stamp = seen?.stamp ?? null;
  if (!entry) return [{ words: 0, write: (trx) => createMarkStore(trx).unmark(sessionId) }];
  if (stamp !== null && stamp === entry.stamp) return [lastStep(entry, stamp, null)];
  const digests =
    stamp === null || entry.stamp === null ? new Map<number, string>() : await store.digestsOf(entry.no);
  const chapters = seen ? await chaptersOf(db, seen, pace) : [];
  const steps: IndexStep[] = [];
  let words = 0;
  for (const [place, chapter] of chapters.entries()) {
    words += chapter.own;
    const row = toChapterRow(chapter);
    await pace();
    if (digests.get(place) === row.digest) continue;
    const folded = toFolded(chapter);
    const body = toBody(folded, shelfOf(entry.no));
    await pace();
    const write = (trx: Db) => createChapterStore(trx).put(entry.no, place, { ...row, folded, body });
    steps.push({ words: chapter.words.length, write });
  }
  return [...steps, lastStep(entry, stamp, { words, chapters: chapters.length })];
}

async function chaptersOf(db: Db, seen: Shown, pace: Pace): Promise<Chapter[]> {
  const written = createChapters();
  for (const segment of await readShown(db, seen, pace)) {
    written.add(segment);
    await pace();
  }
  return written.chapters();
}

/**
 * Returns the step that removes the mark of a session and records what was indexed. `made` is null if the words have
 * not changed.
 */
const lastStep = (
  entry: Entry,
  stamp: string | null,
  made: { words: number; chapters: number } | null,
): IndexStep => ({
  words: 0,
  async write(trx) {
    const now = await stampOf(trx, entry.session_id);
    // If the session has changed while it was read, the mark stays.
    if ((now?.stamp ?? null) !== stamp) return;
    if (made) {
      const store = createChapterStore(trx);
      await store.removeFrom(entry.no, made.chapters);
      await store.settle(entry, stamp, made.words);
    }
    await createMarkStore(trx).unmark(entry.session_id);
  },
});

/** Writes the steps in order, a few in each transaction. */
export async function writeSteps(db: Db, steps: readonly IndexStep[], pace: Pace): Promise<void> {
  for (let from = 0; from < steps.length;) {
    let [until, words] = [from, 0];
    while (until < steps.length && until - from < stepsPerTransaction && words < wordsPerTransaction)
      words += steps[until++]!.words;
    const group = steps.slice(from, until);
    await db.transaction().execute(async (trx) => {
      for (const step of group) await step.write(trx);
      if (words > 0) await createMergeStore(trx).merge(pagesAtOnce);
    });
    await pace();
    from = until;
  }
}
