import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReasonCode } from '#api/contract/errors.ts';
import { limits } from '#api/contract/limits.ts';
import type { EngineSegment, PcmFile, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { JobFailure, JobWait, type JobDefinition, type JobFacts, type RunningJob } from '#api/jobs/queue.ts';
import type { Clock } from '#api/lib/clock.ts';
import { decodeToPcm, MediaError, pcmSampleRate } from '#api/media/media.ts';
import { readPeaks, storePeaks } from '#api/recording/audio-peaks.ts';
import type { AudioRow, SessionFields, SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import type { Span } from '#wasm/windows/plan-windows.ts';
import type { TranscriptStore } from './transcript.store.ts';

export const transcribeJobName = 'transcribe';

export type TranscribeDeps = {
  clock: Clock;
  sessions: SessionStore;
  storage: AudioStore;
  transcripts: TranscriptStore;
  engine: TranscriptionEngine;
  /** Decoded sound of running jobs; emptied at the start of the server. */
  tmpDir: string;
};

/** Where a run stands: everything before `upToS` is in the version, in segments before `seq`. */
const checkpointSchema = z.object({ version: z.number().int(), seq: z.number().int(), upToS: z.number() });
type Checkpoint = z.infer<typeof checkpointSchema>;

const maxS = limits.maxAudioS + limits.maxAudioGraceS;
// encoders add up to a frame or two
const lengthToleranceS = 1;
const speaker = 'A';

/** Turns a session's audio into its transcript, part by part; each part is kept and seen at once. */
export function createTranscribeJob(deps: TranscribeDeps): JobDefinition {
  const { clock, sessions, storage, transcripts, engine, tmpDir } = deps;

  const find = async ({ owner, sessionId }: JobFacts): Promise<SessionRow | undefined> =>
    sessionId === null ? undefined : sessions.find(owner, sessionId);
  /** Without growing the revision where nothing changes: a waiting job looks again and again. */
  const change = async (session: SessionRow, fields: SessionFields): Promise<void> => {
    const isNews = Object.entries(fields).some(
      ([name, value]) => session[name as keyof SessionRow] !== value,
    );
    if (isNews) await sessions.update(session.id, fields);
  };

  const decode = async (storageKey: string, output: string, signal: AbortSignal): Promise<PcmFile> => {
    if ((await storage.size(storageKey)) === null) throw new JobFailure('transcription.audio_unreadable');
    await mkdir(tmpDir, { recursive: true });
    try {
      const input = await storage.localPath(storageKey);
      const { samples } = await decodeToPcm({ input, output, maxS: maxS + 2 * lengthToleranceS, signal });
      if (samples / pcmSampleRate > maxS + lengthToleranceS)
        throw new JobFailure('transcription.audio_too_long');
      return { path: output, samples };
    } catch (error) {
      if (error instanceof MediaError)
        throw new JobFailure('transcription.audio_unreadable', { cause: error });
      throw error;
    }
  };

  /** What the device did not say, or not exactly: the length, and the peaks for the player's ruler. */
  const measure = async (session: SessionRow, audio: AudioRow, pcm: PcmFile, signal: AbortSignal) => {
    if (audio.peaks_key === null) {
      const key = await storePeaks(storage, await readPeaks(pcm, signal));
      if (!(await sessions.setPeaks(session.id, key))) await storage.remove(key);
    }
    await change(session, { duration: durationOf(pcm) });
  };

  const transcribe = async (job: RunningJob, session: SessionRow, pcm: PcmFile): Promise<void> => {
    const language = session.language.split('-')[0] ?? session.language;
    const durationS = durationOf(pcm);
    const kept = checkpointSchema.safeParse(job.checkpoint);
    const at: Checkpoint = kept.success
      ? kept.data
      : { version: await transcripts.begin(session.id, engine.name, language), seq: 0, upToS: 0 };
    const { version } = at;
    await job.save(at, { done: at.upToS, total: durationS });
    const speech = session.speech === null ? null : (JSON.parse(session.speech) as Span[]);
    const input = { pcm, speech, language, fromS: at.upToS, signal: job.signal };
    for await (const { segments, upToS } of engine.transcribe(input)) {
      await transcripts.putSegments(session.id, version, at.seq, numbered(segments, at.seq));
      if (at.seq === 0 && segments.length > 0)
        await transcripts.setSpeakers(session.id, version, { [speaker]: { name: '' } });
      at.seq += segments.length;
      at.upToS = upToS;
      await job.save(at, { done: upToS, total: durationS });
      await sessions.update(session.id, {});
    }
    job.signal.throwIfAborted();
    await transcripts.finish(session.id, version);
    await sessions.update(session.id, {
      status: 'completed',
      reason: null,
      notice: at.seq === 0 ? 'no_speech' : null,
    });
  };

  return {
    name: transcribeJobName,
    maxAttempts: 3,
    retryDelaysMs: [5_000, 30_000],
    async run(job) {
      const session = await find(job);
      const audio = session && (await sessions.audioOf(session.id));
      // deleted meanwhile
      if (!session || !audio) return;
      if (audio.deleted_at !== null) throw new JobFailure('transcription.audio_deleted');
      const missing = engine.missing();
      if (missing) {
        await change(session, { status: 'pending', reason: missing });
        throw new JobWait(missing);
      }
      await sessions.update(session.id, {
        status: 'transcribing',
        reason: null,
        notice: null,
        processing_start: clock.now(),
      });
      const output = join(tmpDir, `${job.id}.pcm`);
      try {
        const pcm = await decode(audio.storage_key, output, job.signal);
        await measure(session, audio, pcm, job.signal);
        await transcribe(job, session, pcm);
      } finally {
        await rm(output, { force: true });
      }
    },
    async onFailed(job: JobFacts, code: ReasonCode | null) {
      const session = await find(job);
      if (session) await change(session, { status: 'error', reason: code ?? 'transcription.failed' });
    },
  };
}

/** s, to the millisecond. */
const durationOf = ({ samples }: PcmFile) => Math.round((samples / pcmSampleRate) * 1000) / 1000;

const numbered = (segments: readonly EngineSegment[], seq: number) =>
  segments.map((segment, index) => ({ ...segment, id: `s${seq + index + 1}`, speaker, doubt: null }));
