import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import { useMaxUploadBytes, useMp3Settings } from '#web/parts/recording/domain-config.ts';
import { useOwner } from '#web/features/user/index.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { openRecording } from './active-recording.ts';
import { activeRecording, closeRecording } from './current-recording.ts';
import type { KeptRecording, Recording } from './state/recording.rules.ts';

type SessionRecordingInput = {
  /** A session of the server, or what a kept recording knows of its session. */
  session: SessionDetail | RecordingDeps['session'];
  mode: 'record' | 'dictation';
  kept: KeptRecording | null;
};

/**
 * Returns the recording of the page, which belongs to this session, or to another session if that recording is still
 * running. Null until the person and the upload limit of the host are known. If the person leaves the screen, the
 * microphone is released unless audio is being recorded.
 */
export function useSessionRecording({ session, mode, kept }: SessionRecordingInput): Recording | null {
  const owner = useOwner();
  const settings = useMp3Settings();
  const largestBytes = useMaxUploadBytes();
  const { current } = useSnapshot(activeRecording);
  const opened = useRef<{ key: string; recording: Recording } | null>(null);
  const userId = owner?.[0] ?? null;
  const key = [userId, session.id, mode, kept?.record.id].join(' ');
  useEffect(() => {
    if (userId === null || largestBytes === null) return;
    const isOpen = opened.current?.key === key && activeRecording.current === opened.current.recording;
    if (isOpen) return;
    const recording = openRecording({
      userId,
      session: toRecorded(session),
      mode,
      settings,
      largestBytes,
      kept,
    });
    opened.current = { key, recording };
    // The person has pressed the button to continue, so the microphone opens without another press.
    if (kept) void recording.prepare();
    // The session is polled and the settings may change later, but the recording keeps those of its start.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, largestBytes, current]);
  useEffect(() => closeRecording, []);
  return current as Recording | null;
}

const toRecorded = (given: SessionRecordingInput['session']): RecordingDeps['session'] => {
  if ('draft' in given) return given;
  const { id, notes, ...session } = given;
  const { title, language, participants, fhir_patient_id, settings } = session;
  return { id, notes, draft: { title, language, participants, fhir_patient_id, settings } };
};
