import { z } from 'zod';
import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import { EngineUnavailable, type TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import {
  JobFailure,
  JobWait,
  type FailureCode,
  type JobDefinition,
  type JobFacts,
  type RunningJob,
} from '#api/jobs/queue.ts';
import { realTimeFactorReader, type SpeedStore } from '#api/jobs/speed.store.ts';
import { MediaError } from '#api/media/media.ts';
import type { FollowUps } from '#api/processing/follow-ups.ts';
import { isUnderWay } from '#api/processing/processing.store.ts';
import { changeStatus, type StatusChange } from '#api/session/change-status.store.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { withSound, type SoundDeps } from './open-sound.ts';
import { checkpointOf, writeVersion, type VersionDeps } from './write-version.ts';

type TranscribeDeps = SoundDeps &
  VersionDeps & {
    db: Db;
    sessions: SessionStore;
    engine: TranscriptionEngine;
    speeds: Pick<SpeedStore, 'realTimeFactorOf'>;
    followUps: Pick<FollowUps, 'afterWhole' | 'withoutNewVersion'>;
  };

/** `boost_factor`: linear gain before recognition. */
const payloadSchema = z.object({
  boost_factor: z.number().min(1).max(limits.maxBoost).default(limits.defaultBoost),
});

/** Creates the job that turns the audio of a session into a version of its transcript. */
export function createTranscribeJob(deps: TranscribeDeps): JobDefinition {
  const { db, clock, sessions, transcripts, engine, speeds, followUps } = deps;

  const find = async ({ owner, sessionId }: JobFacts): Promise<SessionRow | undefined> =>
    sessionId === null ? undefined : sessions.find(owner, sessionId);

  const setStatus = (job: JobFacts, change: StatusChange, trx?: Db) => changeOf(deps, job, change, trx);

  const waitFor = async (job: JobFacts, session: SessionRow, reason: ReasonCode): Promise<never> => {
    // The revision stays if nothing changes, because a waiting job is checked again and again.
    const isNew = session.status !== 'pending' || session.reason !== reason;
    if (isNew) await setStatus(job, { status: 'pending', reason });
    throw new JobWait(reason);
  };

  /**
   * True if the version of this job is complete already: older releases could die before they marked the job as done.
   */
  const isWritten = async (job: RunningJob, session: SessionRow): Promise<boolean> => {
    const last = checkpointOf(job);
    return last !== undefined && transcripts.isWhole(session.id, last.version);
  };
  const finishWritten = (job: RunningJob, session: SessionRow): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await job.finish(trx);
      if (!isUnderWay(session)) return;
      const status = await followUps.withoutNewVersion(trx, session, true);
      await setStatus(job, { status, reason: null }, trx);
    });

  return {
    name: transcribeJobName,
    maxAttempts: 3,
    retryDelaysMs: [5_000, 30_000],
    realTimeFactor: realTimeFactorReader(speeds, engine),
    async run(job) {
      const session = await find(job);
      const audio = session && (await sessions.audioOf(session.id));
      // The session or its audio was deleted in the meantime.
      if (!session || !audio) return;
      if (await isWritten(job, session)) return finishWritten(job, session);
      if (audio.deleted_at !== null) throw new JobFailure('transcription.audio_deleted');
      // The transcribed audio must be the one that is played, even after an interruption.
      if (audio.seekable === 'due') throw new JobWait('audio');
      const missing = engine.missing();
      if (missing) return await waitFor(job, session, missing);
      const startedAtMs = clock.now();
      const begun = { status: 'transcribing', reason: null, notice: null } as const;
      await setStatus(job, { ...begun, processing_start: startedAtMs });
      const { boost_factor: boost } = payloadSchema.parse(job.payload);
      try {
        await withSound(deps, { session, audio, jobId: job.id, boost, signal: job.signal }, (sound) =>
          writeVersion(deps, job, session, { ...sound, startedAtMs }),
        );
      } catch (error) {
        if (error instanceof EngineUnavailable)
          return await waitFor(job, { ...session, ...begun }, error.reason);
        if (error instanceof MediaError) throw new JobFailure(error.code, { cause: error });
        throw error;
      }
    },
    async onFailed(job: JobFacts, code: FailureCode | null) {
      const session = await find(job);
      if (!session) return;
      const reason = code ?? 'transcription.failed';
      const hasComplete = await transcripts.hasWhole(session.id);
      await db.transaction().execute(async (trx) => {
        const status = await followUps.withoutNewVersion(trx, session, hasComplete);
        const change: StatusChange = hasComplete
          ? { status, reason, notice: 'not_renewed' }
          : { status: 'error', reason };
        await setStatus(job, change, trx);
      });
    },
  };
}

/** Changes the status of the job's session on behalf of who asked for the job: in the caller's transaction, or in its own. */
async function changeOf(
  { db, clock }: Pick<TranscribeDeps, 'db' | 'clock'>,
  { sessionId, owner: { actor } }: JobFacts,
  change: StatusChange,
  trx?: Db,
): Promise<void> {
  if (sessionId === null) return;
  const by = { actor, nowMs: clock.now() };
  if (trx) return changeStatus(trx, sessionId, change, by);
  await db.transaction().execute((own) => changeStatus(own, sessionId, change, by));
}
