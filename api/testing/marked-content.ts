import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '#api/contract/time.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import { newId } from '#api/lib/id.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { createTranscriptStore } from '#api/transcript/transcript.store.ts';
import { createCorrectionStore } from '#api/user/correction.store.ts';
import { buildDialogue } from './build-transcript.ts';
import { buildResult, buildSession } from './builders.ts';
import { testClock } from './test-clock.ts';

type Marked = { db: Db; dataDir: string; owner: Owner; word: string; at: number; sentences?: number };

/** Stores a session that has this word in everything that a session can have: rows, derived data and files. Returns its id. */
export async function buildMarkedSession(marked: Marked): Promise<string> {
  const { db, owner, word, at, sentences = 6 } = marked;
  const note = JSON.stringify({ [word]: word });
  const { id } = await buildSession(db, owner, {
    title: `Sitzung ${word}`,
    status: 'completed',
    created_at: at,
    duration: 60,
    notes: `Notiz ${word} `.repeat(sentences),
    notes_rev: 1,
    fhir_patient_id: word,
    markers: JSON.stringify([{ at: 1, label: word }]),
    settings: note,
    integration_info: note,
  });
  const transcripts = createTranscriptStore(db, testClock(at));
  // Two versions: the draft of a device stays beside the transcript.
  for (const count of [2, sentences]) {
    const version = await transcripts.begin(id, 'test', 'de');
    const lines = Array.from({ length: count }, (_, n) => `A: Satz ${n} hat das Wort ${word} und noch mehr`);
    await transcripts.putSegments(id, version, 0, buildDialogue(lines).segments);
    await transcripts.finish(id, version);
  }
  await db
    .updateTable('transcript')
    .set({
      speakers: JSON.stringify({ A: { name: word } }),
      unapplied: JSON.stringify([{ from: word, to: word }]),
    })
    .where('session_id', '=', id)
    .execute();
  await storeRows(marked, id);
  await storeFiles(marked, id);
  return id;
}

async function storeRows({ db, owner, word, at }: Marked, id: string): Promise<void> {
  const op = JSON.stringify({ op: 'text', segment: 's1', text: `Neu ${word}` });
  await db.insertInto('edit').values({ session_id: id, rev: 1, version: 2, op, created_at: at }).execute();
  await buildResult(db, id, 'summary', {
    text: `Fazit ${word}`,
    title: word,
    asked: JSON.stringify({ prompt: word, hints: word }),
    sources: JSON.stringify([{ text: word }]),
  });
  await db
    .insertInto('suggestion')
    .values({
      session_id: id,
      id: newId(),
      seq: 1,
      version: 1,
      segment: 's1',
      at: 0,
      start: 0,
      from_text: word,
      to_text: `${word}s`,
      others: JSON.stringify([word]),
      kind: 'spelling',
    })
    .execute();
  await db
    .insertInto('survey_answer')
    .values({
      session_id: id,
      host: owner.host,
      user_id: owner.userId,
      id: newId(),
      question: 'q1',
      answer: word,
      created_at: at,
    })
    .execute();
  await db
    .insertInto('pairing')
    .values({
      id: newId(),
      session_id: id,
      host: owner.host,
      user_id: owner.userId,
      state: 'connected',
      device: word,
      created_at: at,
      expires_at: Date.now() + hourMs,
    })
    .execute();
  await db
    .insertInto('job')
    .values({
      id: newId(),
      name: 'process',
      host: owner.host,
      user_id: owner.userId,
      session_id: id,
      payload: JSON.stringify({ prompt: word }),
      checkpoint: JSON.stringify({ text: word }),
      state: 'done',
      run_at: 0,
      created_at: Date.now(),
      finished_at: Date.now(),
    })
    .execute();
}

async function storeFiles({ db, dataDir, owner, word, at }: Marked, id: string): Promise<void> {
  const storage = createDiskStore(dataDir);
  const write = async (key: string) => {
    await storage.create(key);
    await storage.append(
      key,
      0,
      (async function* () {
        yield Buffer.from(`${word} `.repeat(50));
      })(),
    );
  };
  const [key, uploadId] = [newId(), newId()];
  for (const each of [`audio/${key}`, `peaks/${key}`, audioKey(uploadId)]) await write(each);
  const file = { session_id: id, file_name: `${word}.mp3`, file_type: 'audio/mpeg', created_at: at };
  await db
    .insertInto('audio')
    .values({
      ...file,
      storage_key: `audio/${key}`,
      peaks_key: `peaks/${key}`,
      bytes: 1,
      sha256: newId(),
      seekable: 'yes',
    })
    .execute();
  const { host, userId: user_id } = owner;
  await db
    .insertInto('upload')
    .values({ ...file, id: uploadId, host, user_id, touched_at: Date.now() })
    .execute();
}

/** Stores a correction of a person that has this word. */
export const buildMarkedCorrection = ({ db, owner, word, at }: Marked): Promise<unknown> =>
  createCorrectionStore(db, testClock(at)).add(owner, [{ original_word: word, corrected_word: `${word}s` }]);

/** Returns the files below a folder that have these bytes, in whatever case, with the number of times. */
export async function filesWith(folder: string, word: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // A file may be removed while the folder is read.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const count = bytes.toString('latin1').toLowerCase().split(word.toLowerCase()).length - 1;
    if (count > 0) found[path.slice(folder.length + 1)] = count;
  }
  return found;
}
