import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import { recordNow } from './record-now.ts';
import { takeRecordingWish, wishRecording } from './record-wish.ts';
import { useRecordNowInput } from './use-record-now-input.ts';

/**
 * Returns the function for a press on “record” outside of the screen that records. It asks for the microphone at once. The
 * caller then shows that screen. It begins the recording where nothing was known of the person or the host at the press. With
 * `kept` that recording goes on.
 */
export function useRecordButton(): (kept?: KeptRecording) => void {
  const input = useRecordNowInput();
  return (kept) => {
    wishRecording(kept);
    const wish = input && takeRecordingWish();
    if (wish) void recordNow({ ...input, ...wish });
  };
}
