import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { activeRecording, closeRecording } from '#web/features/recording/active-recording.ts';
import type { KeptRecording, Recording } from '#web/features/recording/state/recording.rules.ts';
import { openRecordNow, recordNow } from './record-now.ts';
import { takeRecordingWish } from './record-wish.ts';
import { useRecordNowInput } from './use-record-now-input.ts';

type RecordNow = {
  recording: Recording | null;
  /** Asks for the microphone and records; with `kept` that recording goes on. */
  begin(kept?: KeptRecording): void;
};

/** Number of screens that show a recording without a session. A screen that is mounted twice in a row closes nothing. */
let shown = 0;

/**
 * Returns the recording of the screen that records without a session, or the one that is running already. If the person
 * leaves the screen, the microphone is released unless audio is being recorded.
 */
export function useRecordNow(): RecordNow {
  const input = useRecordNowInput();
  const { current } = useSnapshot(activeRecording);
  const userId = input?.userId;
  useEffect(() => {
    if (!input) return;
    const wish = takeRecordingWish();
    if (wish) void recordNow({ ...input, ...wish });
    else openRecordNow(input);
    // The input is new at each render. The recording keeps what was known when it was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [userId, current]);
  useEffect(() => {
    shown += 1;
    return () => {
      shown -= 1;
      queueMicrotask(() => {
        if (shown === 0) closeRecording();
      });
    };
  }, []);
  return {
    recording: current as Recording | null,
    begin(kept) {
      if (!input) return;
      // A sound check that is running has to release the microphone first.
      if (kept) closeRecording();
      void recordNow({ ...input, kept: kept ?? null });
    },
  };
}
