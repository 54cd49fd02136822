import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import type { RecordNowInput } from './record-now.ts';
import { takeRecordingWish, wishRecording } from './record-wish.ts';
import { useRecordNowInput } from './use-record-now-input.ts';

/**
 * Returns the function for a press on “record” outside of the screen that records. It asks for the microphone at once. The
 * caller then shows that screen, which begins the recording if the part of the page that records is not loaded yet. With
 * `kept` that recording goes on.
 */
export function useRecordButton(): (kept?: KeptRecording) => void {
  const input = useRecordNowInput();
  return (kept) => {
    wishRecording(kept);
    // If the part cannot be loaded, the screen loads it again, and says so if that fails.
    if (input) begin(input).catch(() => {});
  };
}

async function begin(input: RecordNowInput): Promise<void> {
  const { recordNow } = await import('./record-now.ts');
  const wish = takeRecordingWish();
  if (wish) await recordNow({ ...input, ...wish });
}
