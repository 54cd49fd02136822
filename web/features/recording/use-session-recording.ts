import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { SessionDetail } from '#api/contract/session.ts';
import { useMaxUploadBytes, useMp3Settings } from '#web/parts/recording/domain-config.ts';
import { userState } from '#web/features/user/index.ts';
import { activeRecording, closeRecording, openRecording } from './active-recording.ts';
import type { KeptRecording, Recording } from './recording.rules.ts';

export type SessionRecordingInput = {
  session: SessionDetail;
  mode: 'record' | 'dictation';
  kept: KeptRecording | null;
};

/**
 * The recording that the page has: this session's, or the one of another session that is still under way. Null until it is
 * known who records and how much the server takes. Leaving the screen lets go of the microphone, unless something is recorded.
 */
export function useSessionRecording({ session, mode, kept }: SessionRecordingInput): Recording | null {
  const { user } = useSnapshot(userState);
  const settings = useMp3Settings();
  const largestBytes = useMaxUploadBytes();
  const { current } = useSnapshot(activeRecording);
  const opened = useRef<{ key: string; recording: Recording } | null>(null);
  const userId = user?.id ?? null;
  const key = [userId, session.id, mode, kept?.record.id].join(' ');
  useEffect(() => {
    if (userId === null || largestBytes === null) return;
    const isOpen = opened.current?.key === key && activeRecording.current === opened.current.recording;
    if (isOpen) return;
    const recording = openRecording({ userId, session, mode, settings, largestBytes, kept });
    opened.current = { key, recording };
    // Whoever wants to go on has said so by a press: the microphone needs no second one.
    if (kept) void recording.prepare();
    // The session is polled, settings may come later; what is recorded was decided when it began.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, largestBytes, current]);
  useEffect(() => closeRecording, []);
  return current as Recording | null;
}
