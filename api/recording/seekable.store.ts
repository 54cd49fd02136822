import { sql } from 'kysely';
import type { Db } from '#api/db/open.ts';
import { createJobStore, unfinishedStates } from '#api/jobs/job.store.ts';
import { createSessionJobStore } from '#api/jobs/session-job.store.ts';
import type { AudioRow, SessionRow } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { hasExactIndex } from '#wasm/mp3/exact-index.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';

export const makeSeekableJobName = 'make-seekable';

const mp3Type = 'audio/mpeg';

/** If more bytes than this lie outside of mp3 frames, the file is not an mp3, and reading stops. */
const mostStrayBytes = 65_536;

/** True if a stored object is an mp3 in which every player can seek exactly. */
export async function isSeekable(storage: Pick<AudioStore, 'read' | 'size'>, key: string): Promise<boolean> {
  const bytes = await storage.size(key);
  if (bytes === null) return false;
  const reader = createFrameReader();
  for await (const chunk of storage.read(key)) {
    reader.push(chunk as Buffer);
    if (reader.strayBytes() > mostStrayBytes) return false;
  }
  const index = reader.finish();
  return index !== null && hasExactIndex(index, bytes);
}

type Whose = Pick<SessionRow, 'id' | 'host' | 'user_id'>;

const queueFor = (trx: Db, { id, host, user_id: userId }: Whose, now: number): Promise<string> =>
  createJobStore(trx).insert(
    { name: makeSeekableJobName, owner: { host, userId }, sessionId: id, priority: 0 },
    now,
    trx,
  );

/** Examines newly stored audio, so that audio in which players cannot seek exactly is converted. */
export type AudioLooker = {
  /** Returns whether players can seek in the audio, and its media type. An mp3 is recognised by its content, not by its name. */
  lookInto(
    key: string,
    fileType: string,
  ): Promise<{ seekable: NonNullable<AudioRow['seekable']>; file_type: string }>;
  /** Queues the job that converts the audio. */
  queue(trx: Db, session: Whose, now: number): Promise<unknown>;
};

export const createAudioLooker = (storage: AudioStore): AudioLooker => ({
  lookInto: async (key, fileType) =>
    (await isSeekable(storage, key))
      ? { seekable: 'yes', file_type: mp3Type }
      : { seekable: 'due', file_type: fileType },
  queue: queueFor,
});

export type SeekableStore = ReturnType<typeof createSeekableStore>;

/** The state of the conversion, in SQL. Not bound to host and person, so no route may use it. */
export function createSeekableStore(db: Db) {
  /** Begins an update of the audio's row that does nothing if the row names another object by now. */
  const change = (trx: Db, { session_id: id, storage_key: key }: AudioRow) =>
    trx
      .updateTable('audio')
      .where('session_id', '=', id)
      .where('storage_key', '=', key)
      .where('deleted_at', 'is', null);

  return {
    async mark(audio: AudioRow, seekable: AudioRow['seekable']): Promise<void> {
      const type = seekable === 'yes' ? { file_type: mp3Type } : {};
      await change(db, audio)
        .set({ seekable, ...type })
        .execute();
    },

    /** Puts a new object in place of the audio. False if the audio was deleted or replaced in the meantime. */
    replace: (audio: AudioRow, made: { key: string; bytes: number; sha256: string }): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await change(trx, audio)
          .set({
            storage_key: made.key,
            bytes: made.bytes,
            sha256: made.sha256,
            file_type: mp3Type,
            seekable: 'yes',
            announced_bytes: audio.announced_bytes ?? audio.bytes,
            announced_sha256: audio.announced_sha256 ?? audio.sha256,
            former_key: audio.storage_key,
          })
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx
          .updateTable('session')
          .set({ rev: sql<number>`rev + 1` })
          .where('id', '=', audio.session_id)
          .execute();
        return true;
      }),

    /** Wakes the jobs of a session that wait for the conversion. */
    wake: (sessionId: string, now: number): Promise<void> =>
      createSessionJobStore(db).wake(sessionId, now, db),

    async forgetFormer(sessionId: string, formerKey: string): Promise<void> {
      await db
        .updateTable('audio')
        .set({ former_key: null })
        .where('session_id', '=', sessionId)
        .where('former_key', '=', formerKey)
        .execute();
    },

    /**
     * Queues a job that examines the newest audio not examined yet. Queues none while a job of this kind other than `askerId`
     * waits or runs: there is at most one at a time, and new audio waits for at most one older audio.
     */
    queueNext: (now: number, askerId: string | null = null): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const other = await trx
          .selectFrom('job')
          .where('name', '=', makeSeekableJobName)
          .where('state', 'in', unfinishedStates)
          .where('id', 'is not', askerId)
          .select('id')
          .executeTakeFirst();
        if (other) return false;
        const next = await trx
          .selectFrom('audio')
          .innerJoin('session', 'session.id', 'audio.session_id')
          // `due` without a job: the job was lost.
          .where((eb) => eb.or([eb('audio.seekable', 'is', null), eb('audio.seekable', '=', 'due')]))
          .where('audio.deleted_at', 'is', null)
          // A running transcription reads the stored object, which must not be replaced before it has ended.
          .where((eb) =>
            eb.or([
              eb('audio.seekable', '=', 'due'),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('job')
                    .whereRef('job.session_id', '=', 'audio.session_id')
                    .where('job.name', '!=', makeSeekableJobName)
                    .where('job.state', 'in', unfinishedStates)
                    .where((job) =>
                      job.or([job('job.state', '=', 'running'), job('job.checkpoint', 'is not', null)]),
                    )
                    .select('job.id'),
                ),
              ),
            ]),
          )
          .orderBy('audio.created_at', 'desc')
          .select(['session.id', 'session.host', 'session.user_id'])
          .executeTakeFirst();
        if (next) await queueFor(trx, next, now);
        return next !== undefined;
      }),
  };
}
