import { z } from 'zod';
import type { Segment } from '#api/contract/transcript.ts';
import type { TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import type { RunningJob } from '#api/jobs/queue.ts';
import { createSpeedStore } from '#api/jobs/speed.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { FollowUps } from '#api/processing/follow-ups.ts';
import { changeStatus } from '#api/session/change-status.store.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import { languageOf, type TranscriptStore } from '#api/transcript/transcript.store.ts';
import { assignSpeakers, type SpokenSegment } from './assign-speakers.rules.ts';
import type { Sound } from './open-sound.ts';
import { findSpeech, findTurns, type TurnDeps } from './speech-and-turns.ts';

export type VersionDeps = TurnDeps & {
  clock: Clock;
  sessions: Pick<SessionStore, 'update'>;
  transcripts: TranscriptStore;
  engine: Pick<TranscriptionEngine, 'name' | 'transcribe'>;
  followUps: Pick<FollowUps, 'afterWhole'>;
  /** Returns the terms of the person for the engine, most important first. */
  vocabularyOf(session: SessionRow): Promise<string[]>;
};

/** Progress of a run: everything before `upToS` is in the version, in segments before `seq`. */
const checkpointSchema = z.object({ version: z.number().int(), seq: z.number().int(), upToS: z.number() });
type Checkpoint = z.infer<typeof checkpointSchema>;

/** Returns the checkpoint of the last run; undefined if there is none. */
export const checkpointOf = (job: RunningJob): Checkpoint | undefined =>
  checkpointSchema.safeParse(job.checkpoint).data;

/** Writes a version of the transcript from its audio, part by part. Each part is stored, and shown at once. */
export async function writeVersion(
  deps: VersionDeps,
  job: RunningJob,
  session: SessionRow,
  { startedAtMs, ...sound }: Sound & { startedAtMs: number },
): Promise<void> {
  const { clock, sessions, transcripts, engine, followUps, vocabularyOf } = deps;
  const { signal } = job;
  const { actor } = job.owner;
  const { id } = session;
  const { pcm, durationS: total } = sound;
  const language = languageOf(session.language);
  const at = await resume(deps, job, session, language);
  const { version, upToS: fromS } = at;
  await job.save(at, { done: fromS, total });
  // Parts are shown only while there is no complete version.
  const isShown = !(await transcripts.hasWhole(id));
  const speech = await findSpeech(sessions, session, sound, signal);
  const turns = await findTurns(deps, session, version, { pcm, speech, signal });
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
  const follow = await followUps.afterWhole(session, { isEmpty, actor });
  await transcripts.finish(id, version, async (trx) => {
    await job.finish(trx);
    const status = await follow(trx);
    await changeStatus(trx, id, { status, reason: null, notice }, { actor, nowMs: clock.now() });
    const tookS = (clock.now() - startedAtMs) / 1000;
    await createSpeedStore(trx, clock).learn(engine.name, total - fromS, tookS);
  });
}

/**
 * Returns where the run begins: where the last run stopped, or in a new version if there is no last run or another
 * engine began its version.
 */
async function resume(
  { transcripts, engine }: Pick<VersionDeps, 'transcripts' | 'engine'>,
  job: RunningJob,
  session: SessionRow,
  language: string,
): Promise<Checkpoint> {
  const last = checkpointOf(job);
  if (last && (await transcripts.engineOf(session.id, last.version)) === engine.name) return last;
  return { version: await transcripts.begin(session.id, engine.name, language), seq: 0, upToS: 0 };
}

const numbered = (segments: readonly SpokenSegment[], seq: number): Segment[] =>
  segments.map((segment, index) => ({ ...segment, id: `s${seq + index + 1}` }));
