import type { Diarizer, Turn } from '#api/engines/diarization/diarizer.ts';
import type { Log } from '#api/lib/log.ts';
import { speechOf } from '#api/media/speech-map.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import type { TranscriptStore } from '#api/transcript/transcript.store.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Sound } from './open-sound.ts';

/**
 * Returns the speech regions, and stores them if the device has sent none. Boosted audio is analysed again, because audio is
 * boosted for the sake of quiet voices.
 */
export async function findSpeech(
  sessions: Pick<SessionStore, 'update'>,
  session: SessionRow,
  { pcm, isBoosted }: Sound,
  signal: AbortSignal,
): Promise<TimeSpan[]> {
  const reported = session.speech === null ? null : (JSON.parse(session.speech) as TimeSpan[]);
  const speech = await speechOf(pcm, isBoosted ? null : reported, signal);
  if (reported === null && !isBoosted) await sessions.update(session.id, { speech: JSON.stringify(speech) });
  return speech;
}

export type TurnDeps = {
  transcripts: Pick<TranscriptStore, 'turnsOf' | 'setTurns'>;
  diarizer: Diarizer;
  log: Log;
};

/**
 * Returns the speaker turns of a version. They are stored, because a run that continues needs the same ones. If diarization
 * fails there are none: a transcript without speakers is better than no transcript.
 */
export async function findTurns(
  { transcripts, diarizer, log }: TurnDeps,
  session: SessionRow,
  version: number,
  sound: Omit<Parameters<Diarizer['diarize']>[0], 'participants'>,
): Promise<Turn[]> {
  const stored = await transcripts.turnsOf(session.id, version);
  if (stored) return stored;
  const { participants } = session;
  const turns = await diarizer.diarize({ ...sound, participants }).catch((error: unknown) => {
    sound.signal.throwIfAborted();
    log.error({ err: error, session_id: session.id }, 'transcribe: speakers not told apart');
    return [];
  });
  await transcripts.setTurns(session.id, version, turns);
  return turns;
}
