import type { Mp3Settings } from '#workers/encode/encode.contract.ts';
import { openRecording } from '#web/features/recording/active-recording.ts';
import { activeRecording, closeRecording } from '#web/features/recording/current-recording.ts';
import {
  type KeptRecording,
  type Recording,
  sessionOfKept,
  type SessionWords,
} from '#web/features/recording/state/recording.rules.ts';
import { isBefore } from '#web/features/recording/state/recording-stage.rules.ts';

export type RecordNowInput = {
  userId: string;
  settings: Mp3Settings;
  largestBytes: number;
  /** Name and language that the session gets. They can be changed later. */
  words: SessionWords;
  /** A recording that a crash left, which is to be continued; null begins a new one. */
  kept: KeptRecording | null;
};

const begunHere = new WeakMap<Recording, { userId: string; makesSession: boolean }>();

/** True for a recording that was not begun on the screen of a session. */
export const isBegunHere = (recording: Recording): boolean => begunHere.has(recording);

/** True if the session of the recording is created by it, and was not there before. */
export const makesSession = (recording: Recording): boolean =>
  begunHere.get(recording)?.makesSession ?? false;

/**
 * Opens a recording without a session, which is created with the first sound. A running recording is returned as it is,
 * because it is never replaced.
 */
export function openRecordNow({ words, kept, ...input }: RecordNowInput): Recording {
  // Somebody else may have signed in since, in another tab. What is running stays.
  const known = activeRecording.current && begunHere.get(activeRecording.current);
  if (known && known.userId !== input.userId) closeRecording();
  const before = activeRecording.current;
  const isOurs = before !== null && begunHere.has(before) && before.state.stage !== 'finished';
  if (isOurs && kept === null) return before;
  const recording = openRecording({
    ...input,
    kept,
    mode: 'record',
    session: kept
      ? sessionOfKept(kept)
      : {
          id: null,
          draft: { ...words, participants: null, fhir_patient_id: null, settings: {} },
          notes: { text: '', rev: 0 },
        },
  });
  if (recording !== before)
    begunHere.set(recording, {
      userId: input.userId,
      makesSession: (kept?.record.sessionId ?? null) === null,
    });
  return recording;
}

/** Asks for the microphone and records as soon as it is open. Nothing is stored or created if it is refused. */
export async function recordNow(input: RecordNowInput): Promise<void> {
  const recording = openRecordNow(input);
  if (!isBefore(recording.state.stage)) return;
  await recording.prepare();
  // The person may have left the screen while the browser asked.
  if (activeRecording.current === recording) await recording.start();
}
