import { sql } from 'kysely';
import { personActor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import { createJobStore, unfinishedStates } from '#api/jobs/job.store.ts';
import type { NewJob } from '#api/jobs/queue.ts';
import { createSessionJobStore } from '#api/jobs/session-job.store.ts';
import type { AudioRow } from '#api/session/session.store.ts';

export const makeSeekableJobName = 'make-seekable';
export const mp3Type = 'audio/mpeg';

/** A session, the person whom it belongs to, and who causes the conversion. */
export type OfSession = Pick<NewJob, 'owner'> & { sessionId: string };

/** Queues the job that converts the audio of a session. Returns the id of the job. */
export const queueMakeSeekable = (trx: Db, of: OfSession, now: number): Promise<string> =>
  createJobStore(trx).insert({ name: makeSeekableJobName, ...of, priority: 0 }, now, trx);

export type SeekableStore = ReturnType<typeof createSeekableStore>;

/** Stores the state of the conversion. The queries are not bound to host and person, so no route may use them. */
export function createSeekableStore(db: Db) {
  return {
    async mark(audio: AudioRow, seekable: AudioRow['seekable']): Promise<void> {
      const type = seekable === 'yes' ? { file_type: mp3Type } : {};
      await change(db, audio)
        .set({ seekable, ...type })
        .execute();
    },

    /** Puts a new object in place of the audio. Returns false if the audio was deleted or replaced in the meantime. */
    replace: (audio: AudioRow, made: Mp3Object): Promise<boolean> =>
      db.transaction().execute((trx) => replaceAudio(trx, audio, made)),

    /** Wakes the jobs of a session that wait for the conversion. */
    wake: (sessionId: string, now: number): Promise<void> =>
      createSessionJobStore(db).wake(sessionId, now, db),

    /** Forgets the key of an original that was removed. */
    async forgetFormer(sessionId: string, formerKey: string): Promise<void> {
      await db
        .updateTable('audio')
        .set({ former_key: null })
        .where('session_id', '=', sessionId)
        .where('former_key', '=', formerKey)
        .execute();
    },

    /**
     * Queues a job that examines the newest audio not examined yet. Queues none while a job of this kind other than
     * `askerId` waits or runs, so that there is at most one at a time, and new audio waits for at most one older audio.
     * Returns whether it queued a job.
     */
    queueNext: (now: number, askerId: string | null = null): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (await isOneQueued(trx, askerId)) return false;
        const next = await newestUnexamined(trx);
        if (next) await queueMakeSeekable(trx, next, now);
        return next !== undefined;
      }),
  };
}

/** Begins an update of the audio's row that does nothing if the row names another object by now. */
const change = (trx: Db, { session_id: id, storage_key: key }: AudioRow) =>
  trx
    .updateTable('audio')
    .where('session_id', '=', id)
    .where('storage_key', '=', key)
    .where('deleted_at', 'is', null);

/** A stored mp3. */
type Mp3Object = { key: string; bytes: number; sha256: string };

async function replaceAudio(trx: Db, audio: AudioRow, made: Mp3Object): Promise<boolean> {
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
}

/** True if a job of this kind other than `askerId` waits or runs. */
async function isOneQueued(trx: Db, askerId: string | null): Promise<boolean> {
  const other = await trx
    .selectFrom('job')
    .where('name', '=', makeSeekableJobName)
    .where('state', 'in', unfinishedStates)
    .where('id', 'is not', askerId)
    .select('id')
    .executeTakeFirst();
  return other !== undefined;
}

/** Returns the session with the newest audio that was not examined yet. */
async function newestUnexamined(trx: Db): Promise<OfSession | undefined> {
  const newest = await trx
    .selectFrom('audio')
    .innerJoin('session', 'session.id', 'audio.session_id')
    // Audio that is still `due` has lost its job.
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
  if (!newest) return undefined;
  // Nobody asked for it, so it counts as asked by the owner.
  const { id: sessionId, host, user_id: userId } = newest;
  return { sessionId, owner: { host, userId, actor: personActor(userId) } };
}
