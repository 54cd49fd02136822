import type { RecordNowInput } from './record-now.ts';
import { useRecordNowInput } from './use-record-now-input.ts';
import { wishRecording, takeRecordingWish } from './record-wish.ts';

/**
 * Returns the function for a press on “record” outside of the screen that records. It asks for the microphone at once. The
 * caller then shows that screen, which begins the recording if the part of the page that records is not loaded yet.
 */
export function useRecordButton(): () => void {
  const input = useRecordNowInput();
  return () => {
    wishRecording();
    if (!input) return;
    // If the part cannot be loaded, the screen loads it again, and says so if that fails.
    begin(input).catch(() => {});
  };
}

async function begin(input: RecordNowInput): Promise<void> {
  const { recordNow } = await import('./record-now.ts');
  if (takeRecordingWish()) await recordNow(input);
}
