import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Insertable } from 'kysely';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { openDb, type Db } from '#api/db/open.ts';
import { isLocked } from '#api/db/sqlite-error.ts';
import type { ResultTable } from '#api/db/schema.ts';
import { systemClock } from '#api/lib/clock.ts';
import { newId } from '#api/lib/id.ts';
import { peaksToThumbnail } from '#api/session/thumbnail.rules.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { buildResult } from '#api/testing/builders.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import type { Product } from './product.ts';

export type Spoken = {
  fileName: string;
  lengthS: number;
  /** Writes the audio file. Returns its size in bytes and its digest. */
  write(path: string): { bytes: number; sha256: string };
  /** Peaks of the audio, `limits.peaksRate` pairs per second. */
  peaks: Int8Array;
  /** Speech regions, s. */
  speech: readonly (readonly [number, number])[];
  engine: string;
  segments: readonly Segment[];
};

export type StoredResult = [label: string, fields: Partial<Insertable<ResultTable>>];

export type Seed = {
  title: string;
  /** The recording and its transcript. Left out for a new session, which has no recording. */
  spoken?: Spoken;
  /** Verdict on the recording, in the recorder's format. */
  verdict?: object;
  notes?: string;
  /** Results of the session. If they are given, the session is completed. */
  results?: readonly StoredResult[];
};

type Seeded = {
  id: string;
  detail(): Promise<SessionDetail>;
  patch(body: unknown): Promise<SessionDetail>;
};

/** Writes a finished session directly into a running server's data, so that no test waits for a transcription. */
export async function seedSession(
  product: Pick<Product, 'url' | 'dataDir'>,
  token: string,
  { title, spoken, verdict, notes, results }: Seed,
): Promise<Seeded> {
  const send = async (method: string, path: string, body?: unknown): Promise<SessionDetail> => {
    const response = await fetch(`${product.url}/api/v1/sessions/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as SessionDetail;
  };
  const { id } = await send('POST', '', { session: { title, language: 'de' } });
  await inDb(product, async (db) => {
    const sessions = createSessionStore(db, systemClock);
    if (spoken) await storeSpoken(db, product.dataDir, id, spoken);
    if (verdict) await sessions.update(id, { verdict: JSON.stringify(verdict) });
    if (notes) await sessions.update(id, { notes, notes_rev: 1 });
    if (results) await addResults(db, id, results);
  });
  return { id, detail: () => send('GET', id), patch: (body) => send('PATCH', id, body) };
}

async function inDb({ dataDir }: Pick<Product, 'dataDir'>, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openDb(join(dataDir, 'wortlaut.db'));
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Repeats a transaction that the running server has disturbed. SQLite refuses it if the server writes between its first
 * read and its first write.
 */
async function unlocked<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isLocked(error) || tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function storeSpoken(db: Db, dataDir: string, id: string, spoken: Spoken): Promise<void> {
  const [audioKey, peaksKey] = [`audio/${newId()}`, `peaks/${newId()}`];
  for (const folder of ['audio', 'peaks']) mkdirSync(join(dataDir, folder), { recursive: true });
  const { bytes, sha256 } = spoken.write(join(dataDir, audioKey));
  writeFileSync(join(dataDir, peaksKey), spoken.peaks);
  const stored = { storage_key: audioKey, peaks_key: peaksKey, bytes, sha256, created_at: Date.now() };
  // With this value the server does not convert the audio.
  const seekable = 'no' as const;
  await db
    .insertInto('audio')
    .values({ ...stored, seekable, session_id: id, file_name: spoken.fileName, file_type: 'audio/wav' })
    .execute();
  const transcripts = createTranscriptStore(db, systemClock);
  const version = await unlocked(() => transcripts.begin(id, spoken.engine, 'de'));
  await unlocked(() => transcripts.putSegments(id, version, 0, spoken.segments));
  await unlocked(() => transcripts.finish(id, version));
  // The status comes first, because the other change raises the revision that pages compare.
  await db.updateTable('session').where('id', '=', id).set({ status: 'completed' }).execute();
  await createSessionStore(db, systemClock).update(id, {
    duration: spoken.lengthS,
    speech: JSON.stringify(spoken.speech),
    thumbnail: peaksToThumbnail(Uint8Array.from(spoken.peaks)),
  });
}

async function addResults(db: Db, id: string, results: readonly StoredResult[]): Promise<void> {
  const session = await db
    .updateTable('session')
    .where('id', '=', id)
    .set({ status: 'completed' })
    .returning(['edits_rev', 'notes_rev'])
    .executeTakeFirstOrThrow();
  const transcript = await db
    .selectFrom('transcript')
    .where('session_id', '=', id)
    .select((eb) => eb.fn.max('version').as('version'))
    .executeTakeFirst();
  const madeFrom = {
    transcript: transcript?.version ?? 0,
    edits: session.edits_rev,
    notes: session.notes_rev,
    option: 1,
  };
  for (const [label, fields] of results)
    await buildResult(db, id, label, { made_from: JSON.stringify(madeFrom), ...fields });
}
