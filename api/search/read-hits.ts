import { limits } from '#api/contract/limits.ts';
import type { Hit } from '#api/contract/session.ts';
import { fromChapterRow } from './chapter.rules.ts';
import { findMoments, toHit } from './hit.rules.ts';
import type { Phrase } from './query.rules.ts';
import type { SearchStore } from './search.store.ts';

/** Hits of a session are counted up to this number. */
const maxCount = 100;
const chaptersAtOnce = 4;

/** Reads the first hits in the session of an entry, and counts all. */
export async function readHits(
  store: Pick<SearchStore, 'chaptersOf'>,
  no: number,
  phrases: readonly Phrase[],
  pace: () => Promise<void>,
): Promise<{ hits: Hit[]; hitCount: number }> {
  const hits: Hit[] = [];
  let hitCount = 0;
  for (let after = -1; hitCount < maxCount;) {
    const rows = await store.chaptersOf(no, after, chaptersAtOnce);
    for (const row of rows) {
      const moments = findMoments(row, phrases);
      hitCount = Math.min(maxCount, hitCount + moments.length);
      const shown = moments.slice(0, limits.hitsPerSession - hits.length);
      const chapter = shown.length > 0 ? fromChapterRow(row) : null;
      if (chapter) hits.push(...shown.map((moment) => toHit(chapter, moment)));
      after = row.place;
      await pace();
    }
    if (rows.length < chaptersAtOnce) break;
  }
  return { hits, hitCount };
}
