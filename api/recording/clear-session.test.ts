import { describe, expect, it } from 'vitest';
import { newId } from '#api/lib/id.ts';
import { createDiskStore } from '#api/storage/disk-store.ts';
import { buildSession, buildUser, ownerOf } from '#api/testing/builders.ts';
import { testClock } from '#api/testing/test-clock.ts';
import { testDb } from '#api/testing/test-db.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { audioKey } from '#api/storage/audio-store.ts';
import { createUploadStore } from '#api/upload/upload.store.ts';
import { clearSession } from '#api/recording/clear-session.ts';
import { createQueue } from '#api/jobs/sqlite-queue.ts';
import { silentLog } from '#api/lib/log.ts';
import { createSessionStore } from '#api/session/session.store.ts';

describe('clearing a session', () => {
  it("stops its work first, then removes its audio, its peaks and its uploads, and no one else's", async () => {
    const [db, clock] = [testDb(), testClock()];
    const storage = createDiskStore(await testFolder());
    const sessions = createSessionStore(db, clock);
    const uploads = createUploadStore(db, clock);
    const owner = ownerOf(await buildUser(db));
    const session = await buildSession(db, owner);
    const other = await buildSession(db, owner);
    const keep = async (folder: string, id = newId()) => {
      await storage.create(`${folder}/${id}`);
      return `${folder}/${id}`;
    };
    const [audio, peaks, uploadId, otherId] = [await keep('audio'), await keep('peaks'), newId(), newId()];
    await db
      .insertInto('audio')
      .values({
        session_id: session.id,
        storage_key: audio,
        peaks_key: peaks,
        file_name: 'a.mp3',
        file_type: 'audio/mpeg',
        bytes: 0,
        sha256: '',
        created_at: 0,
      })
      .execute();
    for (const [id, sessionId] of [
      [uploadId, session.id],
      [otherId, other.id],
    ] as const) {
      await keep('audio', id);
      const metadata = { session_id: sessionId, file_name: 'a', file_type: '' };
      await uploads.create(owner, { id, metadata, length: null, maxBytes: 1_000 });
    }

    const sizesAtCancel: (number | null)[] = [];
    const queue = createQueue({ db, handlers: [], clock, log: silentLog(), slots: 1 });
    const watched = {
      ...queue,
      cancel: async (id: string) => {
        sizesAtCancel.push(await storage.size(audio));
        await queue.cancel(id);
      },
    };
    await clearSession({ queue: watched, sessions, uploads, storage }, session.id);

    expect(sizesAtCancel).toEqual([0]);
    const left = await Promise.all([audio, peaks, audioKey(uploadId), audioKey(otherId)].map(storage.size));
    expect(left).toEqual([null, null, null, 0]);

    // The audio is past its retention: nothing is left to remove, and nothing fails.
    await db.updateTable('audio').set({ storage_key: '', peaks_key: null, deleted_at: 1 }).execute();
    await clearSession({ queue, sessions, uploads, storage }, session.id);
  });
});
