import { useEffect } from 'react';
import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { takeRecordingWish, wishRecording } from './record-wish.ts';
import { useRecordNowInput } from './use-record-now-input.ts';

/** The code that records. It is loaded after the screens with a button, because it is several times their size. */
let recorder: typeof import('./record-now.ts') | null = null;

async function loadRecorder(): Promise<void> {
  await whenQuiet();
  recorder ??= await loadPart(() => import('./record-now.ts'));
}

/**
 * Returns the function for a press on “record” outside of the screen that records. It asks for the microphone at once. The
 * caller then shows that screen. It begins the recording where the person, the host or the code that records was not there at
 * the press. With `kept` that recording goes on.
 */
export function useRecordButton(): (kept?: KeptRecording) => void {
  const input = useRecordNowInput();
  useEffect(() => void loadRecorder(), []);
  return (kept) => {
    wishRecording(kept);
    const wish = input && recorder && takeRecordingWish();
    if (wish) void recorder?.recordNow({ ...input, ...wish });
  };
}
