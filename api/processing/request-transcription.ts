import type { ProcessRequest } from '#api/contract/processing.ts';
import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Queue } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import { createSessionRows, type SessionRow } from '#api/session/session.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { languageOf } from '#api/transcript/transcript.store.ts';
import { processingStore as store } from './processing.store.ts';
import { boostOf, isResumable } from './resume.rules.ts';

type RequestDeps = {
  queue: Pick<Queue, 'add' | 'again' | 'isBusy' | 'stopped'>;
  clock: Clock;
  /** Name of the current transcription engine, as stored in transcripts. */
  engineName: string;
};

/**
 * Queues a new version of the transcript, or continues the last attempt if it would give the same version.
 * @throws AppError `processing.under_way`, `processing.no_audio`
 */
export async function requestTranscription(
  { queue, clock, engineName }: RequestDeps,
  trx: Db,
  session: SessionRow,
  { request, actor }: { request: ProcessRequest; actor: Actor },
): Promise<void> {
  const { id, host, user_id: userId } = session;
  if (await queue.isBusy(id, trx, transcribeJobName)) throw new AppError('processing.under_way');
  const audio = await createSessionRows(trx).audioOf(id);
  if (!audio || audio.deleted_at !== null) throw new AppError('processing.no_audio');
  const { language = session.language, participants = session.participants } = request;
  const stopped = await queue.stopped(id, transcribeJobName, trx);
  const boost = request.boost_factor ?? boostOf(stopped);
  const version = await store.newestVersion(trx, id);
  const attempt = { version, stopped, participants: session.participants };
  const wanted = { engine: engineName, language: languageOf(language), participants, boost };
  const begun = { status: 'pending', reason: null, language, participants } as const;
  await changeStatus(trx, id, begun, { actor, nowMs: clock.now() });
  if (stopped && isResumable(attempt, wanted)) return queue.again(stopped.id, actor, trx);
  const job = { name: transcribeJobName, owner: { host, userId, actor }, sessionId: id };
  await queue.add({ ...job, payload: { boost_factor: boost } }, trx);
}
