import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import type { Segment } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { SegmentTable } from '#api/db/schema.ts';
import { createIndexer } from '#api/search/indexer.ts';
import type { Owner } from '#api/db/owner.ts';
import { buildSession } from '#api/testing/builders.ts';
import { buildSegment } from '#api/testing/build-transcript.ts';
import { createRanks, seededRandom, wordOf } from './words.ts';

export type Built = {
  sessions: number;
  words: number;
  buildS: number;
  indexS: number;
  indexBlockMs: number;
  indexBlockP99Ms: number;
  mb: number;
};

const dayMs = 86_400_000;
const wordsPerSegment = 20;
const sessionsPerTransaction = 250;
// SQLite binds at most 32,766 values per statement.
const rowsPerInsert = 2_000;
const wordS = 0.35;
const titles = 'Sitzung Visite Beratung Gespräch Protokoll Anhörung Rapport Audition Réunion Riunione'.split(
  ' ',
);

/** Returns the number of words of a session: 90 % are short dictations, 1 % long meetings. The mean is 150 words. */
const lengthOf = (dice: number): number => (dice < 0.9 ? 60 : dice < 0.99 ? 500 : 5_000);

/**
 * Creates sessions of one person over half a year up to `nowMs`, with uncorrected transcripts, and with audio if its
 * retention has not ended. Then indexes them as a server does after an update.
 */
export async function buildLibrary(
  db: Db,
  owner: Owner,
  count: number,
  nowMs: number,
  path: string,
): Promise<Built> {
  const random = seededRandom(7);
  const rank = createRanks(random);
  const startedAt = performance.now();
  let words = 0;
  const say = (length: number): string => Array.from({ length }, () => wordOf(rank())).join(' ');

  for (let from = 0; from < count; from += sessionsPerTransaction) {
    await db.transaction().execute(async (trx) => {
      const rows: Insertable<SegmentTable>[] = [];
      for (let index = from; index < Math.min(count, from + sessionsPerTransaction); index++) {
        const createdAt = nowMs - Math.floor(((count - index) / count) * 180 * dayMs);
        const length = lengthOf(random());
        words += length;
        const title = `${titles[index % titles.length]} ${say(2)} ${index}`;
        const fields = { title, created_at: createdAt, status: 'completed', duration: length * wordS };
        const { id } = await buildSession(trx, owner, fields);
        await addAudio(trx, id, createdAt, nowMs);
        await addTranscript(trx, id, createdAt);
        for (let seq = 0; seq * wordsPerSegment < length; seq++) {
          const start = seq * wordsPerSegment * wordS;
          const end = start + wordsPerSegment * wordS;
          const text = say(Math.min(wordsPerSegment, length - seq * wordsPerSegment));
          const known = { speaker: 'A', doubt: null, words: '[]' };
          rows.push({ ...known, session_id: id, version: 1, seq, id: `s${seq + 1}`, start, end, text });
        }
      }
      for (let at = 0; at < rows.length; at += rowsPerInsert)
        await trx
          .insertInto('segment')
          .values(rows.slice(at, at + rowsPerInsert))
          .execute();
    });
  }
  // After an update, too, everything is to be indexed in the background.
  await db.deleteFrom('search_dirty').execute();
  await db
    .insertInto('search_dirty')
    .columns(['session_id', 'is_old'])
    .expression((eb) => eb.selectFrom('search_entry').select((of) => ['session_id', of.lit(1).as('is_old')]))
    .execute();
  // The event loop must turn first. Otherwise the monitor would report the time for which it was blocked before.
  await turn();
  const builtAt = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await createIndexer(db).indexAll();
  delay.disable();
  return {
    sessions: count,
    words,
    buildS: (builtAt - startedAt) / 1000,
    indexS: (performance.now() - builtAt) / 1000,
    indexBlockMs: delay.max / 1e6,
    indexBlockP99Ms: delay.percentile(99) / 1e6,
    mb: (statSync(path).size + statSync(`${path}-wal`).size) / 1e6,
  };
}

async function addAudio(db: Db, sessionId: string, createdAt: number, nowMs: number): Promise<void> {
  const isKept = createdAt > nowMs - 30 * dayMs;
  const row = {
    session_id: sessionId,
    storage_key: isKept ? `audio/${sessionId}` : '',
    peaks_key: null,
    file_name: 'a.mp3',
    file_type: 'audio/mpeg',
    bytes: 1,
    sha256: '',
    created_at: createdAt,
    deleted_at: isKept ? null : createdAt + 30 * dayMs,
  };
  await db.insertInto('audio').values(row).execute();
}

async function addTranscript(db: Db, sessionId: string, createdAt: number): Promise<void> {
  const row = {
    session_id: sessionId,
    version: 1,
    engine: 'bench',
    language: 'de',
    speakers: '{"A":{"name":""}}',
    partial: 0 as const,
    created_at: createdAt,
  };
  await db.insertInto('transcript').values(row).execute();
}

/** Returns the segments of a session of 2:30 h with the times of words, as engines write them. */
export function longTalk(words: number): Segment[] {
  const rank = createRanks(seededRandom(11));
  return Array.from({ length: words / wordsPerSegment }, (_, index) => {
    const says = Array.from({ length: wordsPerSegment }, () => wordOf(rank())).join(' ');
    const start = index * wordsPerSegment * wordS;
    return buildSegment(`s${index + 1}`, says, { start, wordS, speaker: 'ABCDEFGH'[index % 8]! });
  });
}
