import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import { AppError } from '#api/lib/error.ts';
import type { Owner, SessionRow } from '#api/session/session.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe.job.ts';
import { languageOf } from '#api/transcript/transcript.store.ts';
import { processingStore as store } from './processing.store.ts';
import { boostOf, isResumable } from './resume.rules.ts';

export type ProcessingDeps = {
  db: Db;
  queue: Queue;
  /** The engine that transcribes now, as it is named in transcripts. */
  engineName: string;
};

const finalStatuses = new Set(['completed', 'error']);

/** Starting and ending the work on a session that its owner asks for (§7: process). */
export function createProcessing({ db, queue, engineName }: ProcessingDeps) {
  const findOwned = async (trx: Db, owner: Owner, id: string): Promise<SessionRow> => {
    const session = await store.find(trx, owner, id);
    if (!session) throw new AppError('session.not_found');
    return session;
  };

  /** Queues a new version, or what is left of the last attempt where it may go on. */
  const queueTranscription = async (trx: Db, session: SessionRow, request: ProcessRequest): Promise<void> => {
    const { id, host, user_id: userId } = session;
    if (await queue.isBusy(id, trx)) throw new AppError('processing.under_way');
    const audio = await store.audioOf(trx, id);
    if (!audio || audio.deleted_at !== null) throw new AppError('processing.no_audio');
    const { language = session.language, participants = session.participants } = request;
    const stopped = await queue.stopped(id, transcribeJobName, trx);
    const boost = request.boost_factor ?? boostOf(stopped);
    const version = await store.newestVersion(trx, id);
    const attempt = { version, stopped, participants: session.participants };
    const wanted = { engine: engineName, language: languageOf(language), participants, boost };
    await store.change(trx, id, { status: 'pending', reason: null, language, participants });
    if (stopped && isResumable(attempt, wanted)) return queue.again(stopped.id, trx);
    const job = { name: transcribeJobName, owner: { host, userId }, sessionId: id };
    await queue.add({ ...job, payload: { boost_factor: boost } }, trx);
  };

  /** Where a session stands after its work was ended: the whole version that it has, or a failure that can be retried. */
  const settle = async (trx: Db, sessionId: string): Promise<void> => {
    const whole = await store.wholeVersion(trx, sessionId);
    if (!whole) return store.change(trx, sessionId, { status: 'error', reason: 'transcription.cancelled' });
    await store.removeVersionsAfter(trx, sessionId, whole.version);
    const notice = whole.isEmpty ? { notice: 'no_speech' } : {};
    await store.change(trx, sessionId, { status: 'completed', reason: null, ...notice });
  };

  return {
    /** @throws AppError `session.not_found`, `processing.option_unknown`, `.under_way`, `.no_audio` */
    async start(owner: Owner, id: string, request: ProcessRequest): Promise<SessionRow> {
      const { status } = await findOwned(db, owner, id);
      // its job ends a moment after the session
      if (finalStatuses.has(status)) await queue.idle(id);
      const session = await db.transaction().execute(async (trx) => {
        const found = await findOwned(trx, owner, id);
        // no option exists yet
        if (request.options.length > 0) throw new AppError('processing.option_unknown');
        if (!request.regenerate_transcript) return found;
        await queueTranscription(trx, found, request);
        return findOwned(trx, owner, id);
      });
      if (request.regenerate_transcript) queue.poke();
      return session;
    },

    /** Answers when the work has ended. @throws AppError `session.not_found`, `processing.nothing_to_cancel` */
    async cancel(owner: Owner, id: string): Promise<SessionRow> {
      await findOwned(db, owner, id);
      const ended = await queue.stop(id, (trx) => settle(trx, id));
      if (ended === 0) throw new AppError('processing.nothing_to_cancel');
      // a handler may have written to the session before it noticed
      return db.transaction().execute(async (trx) => {
        if (!(await queue.isBusy(id, trx))) await settle(trx, id);
        return findOwned(trx, owner, id);
      });
    },
  };
}
