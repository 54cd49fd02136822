import { randomUUID } from 'node:crypto';
import { mkdirSync, openSync, closeSync, ftruncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenResponse } from '#api/contract/auth.ts';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Segment } from '#api/contract/transcript.ts';
import { openDb } from '#api/db/open.ts';
import { systemClock } from '#api/lib/clock.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import type { Product } from '#e2e/product.ts';

const headerBytes = 44;
const sampleRate = 8_000;

/** A wav of 8 bits without a sound, of any length at once: the file has no blocks but its header's. Answers its bytes. */
function writeQuietWav(path: string, lengthS: number): number {
  const dataBytes = Math.round(lengthS * sampleRate);
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  const file = openSync(path, 'w');
  writeSync(file, header);
  ftruncateSync(file, headerBytes + dataBytes);
  closeSync(file);
  return headerBytes + dataBytes;
}

/** A picture with the ups and downs of speech. */
function peaksOf(lengthS: number): Int8Array {
  const pairs = new Int8Array(Math.round(lengthS * limits.peaksRate) * 2);
  for (let pair = 0; pair < pairs.length / 2; pair += 1) {
    const level = Math.round(20 + 90 * Math.abs(Math.sin(pair / 37) * Math.sin(pair / 911)));
    pairs[pair * 2] = -level;
    pairs[pair * 2 + 1] = level;
  }
  return pairs;
}

/** A finished session of this person on a running server: text, sound that plays, its picture. Answers its id. */
export async function seedSession(
  product: Product,
  tokens: TokenResponse,
  segments: readonly Segment[],
  lengthS: number,
): Promise<string> {
  const response = await fetch(`${product.url}/api/v1/sessions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ session: { title: 'Gemeinderat, 12. Sitzung', language: 'de' } }),
  });
  const { id } = (await response.json()) as SessionDetail;
  const [audioKey, peaksKey] = [`audio/${randomUUID()}`, `peaks/${randomUUID()}`];
  for (const folder of ['audio', 'peaks']) mkdirSync(join(product.dataDir, folder), { recursive: true });
  const bytes = writeQuietWav(join(product.dataDir, audioKey), lengthS);
  writeFileSync(join(product.dataDir, peaksKey), peaksOf(lengthS));
  const db = openDb(join(product.dataDir, 'wortlaut.db'));
  try {
    await db
      .insertInto('audio')
      .values({
        session_id: id,
        storage_key: audioKey,
        file_name: 'sitzung.wav',
        file_type: 'audio/wav',
        bytes,
        sha256: '0'.repeat(64),
        peaks_key: peaksKey,
        created_at: Date.now(),
        deleted_at: null,
      })
      .execute();
    const transcripts = createTranscriptStore(db, systemClock);
    const version = await transcripts.begin(id, 'bench', 'de');
    await transcripts.putSegments(id, version, 0, segments);
    await transcripts.finish(id, version);
    const speech = JSON.stringify(segments.map(({ start, end }) => [start, end]));
    await createSessionStore(db, systemClock).update(id, { status: 'completed', duration: lengthS, speech });
  } finally {
    await db.destroy();
  }
  return id;
}
