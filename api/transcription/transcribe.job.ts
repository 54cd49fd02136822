import { transcribeJobName } from '#api/transcript/transcribe-request.ts';
import { z } from 'zod';
import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { Db } from '#api/db/open.ts';
import type { Diarizer, Turn } from '#api/engines/diarization/diarizer.ts';
import { EngineUnavailable, type TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import {
  JobFailure,
  JobWait,
  type FailureCode,
  type JobDefinition,
  type JobFacts,
  type RunningJob,
} from '#api/jobs/queue.ts';
import { createSpeedStore, rtfOfEngine, type SpeedStore } from '#api/jobs/speed.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { MediaError } from '#api/media/media.ts';
import { speechOf } from '#api/media/speech-map.ts';
import type { FollowUps } from '#api/processing/follow-ups.ts';
import { isUnderWay } from '#api/processing/processing.store.ts';
import {
  createSessionStore,
  type SessionFields,
  type SessionRow,
  type SessionStore,
} from '#api/session/session.store.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { assignSpeakers, type SpokenSegment } from './assign-speakers.rules.ts';
import { withSound, type Sound, type SoundDeps } from './open-sound.ts';
import { languageOf, type TranscriptStore } from '#api/transcript/transcript.store.ts';

export type TranscribeDeps = SoundDeps & {
  db: Db;
  clock: Clock;
  sessions: SessionStore;
  transcripts: TranscriptStore;
  engine: TranscriptionEngine;
  diarizer: Diarizer;
  speeds: Pick<SpeedStore, 'rtfOf'>;
  followUps: Pick<FollowUps, 'afterWhole' | 'withoutNewVersion'>;
  /** Terms of the person for the engine, most important first. */
  vocabularyOf(session: SessionRow): Promise<string[]>;
};

/** `boost_factor`: linear gain before recognition. */
const payloadSchema = z.object({
  boost_factor: z.number().min(1).max(limits.maxBoost).default(limits.defaultBoost),
});

/** Progress of a run: everything before `upToS` is in the version, in segments before `seq`. */
const checkpointSchema = z.object({ version: z.number().int(), seq: z.number().int(), upToS: z.number() });
type Checkpoint = z.infer<typeof checkpointSchema>;

/** Turns a session's audio into its transcript, part by part; each part is stored and shown at once. */
export function createTranscribeJob(deps: TranscribeDeps): JobDefinition {
  const { clock, log, sessions, transcripts, engine, diarizer, speeds, vocabularyOf } = deps;
  const { db, followUps } = deps;

  const find = async ({ owner, sessionId }: JobFacts): Promise<SessionRow | undefined> =>
    sessionId === null ? undefined : sessions.find(owner, sessionId);

  /** Leaves the revision unchanged if no field changes: a waiting job checks again and again. */
  const change = async (session: SessionRow, fields: SessionFields): Promise<void> => {
    const isNews = Object.entries(fields).some(
      ([name, value]) => session[name as keyof SessionRow] !== value,
    );
    if (isNews) await sessions.update(session.id, fields);
  };

  /** Continues the version that was begun, unless another engine began it. */
  const resume = async (job: RunningJob, session: SessionRow, language: string): Promise<Checkpoint> => {
    const kept = checkpointSchema.safeParse(job.checkpoint).data;
    if (kept && (await transcripts.engineOf(session.id, kept.version)) === engine.name) return kept;
    return { version: await transcripts.begin(session.id, engine.name, language), seq: 0, upToS: 0 };
  };

  /** Speech regions, stored if the device sent none. Boosted audio is analysed again: quiet voices are what boost is for. */
  const speechIn = async (
    session: SessionRow,
    { pcm, isBoosted }: Sound,
    signal: AbortSignal,
  ): Promise<TimeSpan[]> => {
    const reported = session.speech === null ? null : (JSON.parse(session.speech) as TimeSpan[]);
    const speech = await speechOf(pcm, isBoosted ? null : reported, signal);
    if (reported === null && !isBoosted)
      await sessions.update(session.id, { speech: JSON.stringify(speech) });
    return speech;
  };

  /** Speaker turns; stored, because every part needs them. A transcript without speakers is better than none. */
  const turnsOf = async (
    session: SessionRow,
    version: number,
    sound: Omit<Parameters<Diarizer['diarize']>[0], 'participants'>,
  ): Promise<Turn[]> => {
    const kept = await transcripts.turnsOf(session.id, version);
    if (kept) return kept;
    const { participants } = session;
    const turns = await diarizer.diarize({ ...sound, participants }).catch((error: unknown) => {
      sound.signal.throwIfAborted();
      log.error({ err: error, session_id: session.id }, 'transcribe: speakers not told apart');
      return [];
    });
    await transcripts.setTurns(session.id, version, turns);
    return turns;
  };

  /** True if the version is complete: older releases could die before they marked the job as done. */
  const isMade = async (job: RunningJob, session: SessionRow): Promise<boolean> => {
    const kept = checkpointSchema.safeParse(job.checkpoint).data;
    return kept !== undefined && transcripts.isWhole(session.id, kept.version);
  };
  const finishMade = (job: RunningJob, session: SessionRow): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await job.finish(trx);
      if (!isUnderWay(session)) return;
      const status = await followUps.withoutNewVersion(trx, session, true);
      await createSessionStore(trx, clock).update(session.id, { status, reason: null });
    });

  const transcribe = async (
    job: RunningJob,
    session: SessionRow,
    { startedAtMs, ...sound }: Sound & { startedAtMs: number },
  ): Promise<void> => {
    const { signal } = job;
    const { id } = session;
    const { pcm, durationS: total } = sound;
    const language = languageOf(session.language);
    const at = await resume(job, session, language);
    const { version, upToS: fromS } = at;
    await job.save(at, { done: fromS, total });
    // Parts are shown only while there is no complete version.
    const isShown = !(await transcripts.hasWhole(id));
    const speech = await speechIn(session, sound, signal);
    const turns = await turnsOf(session, version, { pcm, speech, signal });
    const vocabulary = await vocabularyOf(session);
    const input = { pcm, speech, language, vocabulary, fromS, signal };
    for await (const { segments, upToS } of engine.transcribe(input)) {
      const spoken = assignSpeakers(segments, turns);
      await transcripts.putSegments(id, version, at.seq, numbered(spoken, at.seq));
      at.seq += spoken.length;
      at.upToS = upToS;
      await job.save(at, { done: upToS, total });
      if (isShown) await sessions.update(id, {});
    }
    signal.throwIfAborted();
    const isEmpty = at.seq === 0;
    const notice = isEmpty ? 'no_speech' : sound.isCutShort ? 'cut_short' : null;
    const follow = await followUps.afterWhole(session, { isEmpty });
    await transcripts.finish(id, version, async (trx) => {
      await job.finish(trx);
      const status = await follow(trx);
      await createSessionStore(trx, clock).update(id, { status, reason: null, notice });
      const tookS = (clock.now() - startedAtMs) / 1000;
      await createSpeedStore(trx, clock).learn(engine.name, total - fromS, tookS);
    });
  };

  return {
    name: transcribeJobName,
    maxAttempts: 3,
    retryDelaysMs: [5_000, 30_000],
    rtf: rtfOfEngine(speeds, engine),
    async run(job) {
      const session = await find(job);
      const audio = session && (await sessions.audioOf(session.id));
      // Deleted meanwhile.
      if (!session || !audio) return;
      if (await isMade(job, session)) return finishMade(job, session);
      if (audio.deleted_at !== null) throw new JobFailure('transcription.audio_deleted');
      // The transcribed audio must be the one that is played, even after an interruption.
      if (audio.seekable === 'due') throw new JobWait('audio');
      const wait = async (reason: ReasonCode): Promise<never> => {
        await change(session, { status: 'pending', reason });
        throw new JobWait(reason);
      };
      const missing = engine.missing();
      if (missing) return await wait(missing);
      const startedAtMs = clock.now();
      const begun = { status: 'transcribing', reason: null, notice: null, processing_start: startedAtMs };
      await sessions.update(session.id, begun);
      const { boost_factor: boost } = payloadSchema.parse(job.payload);
      try {
        await withSound(deps, { session, audio, jobId: job.id, boost, signal: job.signal }, (sound) =>
          transcribe(job, session, { ...sound, startedAtMs }),
        );
      } catch (error) {
        if (error instanceof EngineUnavailable) return await wait(error.reason);
        if (error instanceof MediaError) throw new JobFailure(error.code, { cause: error });
        throw error;
      }
    },
    async onFailed(job: JobFacts, code: FailureCode | null) {
      const session = await find(job);
      if (!session) return;
      const reason = code ?? 'transcription.failed';
      const isKept = await transcripts.hasWhole(session.id);
      await db.transaction().execute(async (trx) => {
        const status = await followUps.withoutNewVersion(trx, session, isKept);
        const fields = isKept ? { status, reason, notice: 'not_renewed' } : { status: 'error', reason };
        await createSessionStore(trx, clock).update(session.id, fields);
      });
    },
  };
}

const numbered = (segments: readonly SpokenSegment[], seq: number): Segment[] =>
  segments.map((segment, index) => ({ ...segment, id: `s${seq + index + 1}` }));
