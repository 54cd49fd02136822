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
    import('./record-now.ts').then(
      ({ recordNow }) => {
        if (takeRecordingWish()) void recordNow(input);
      },
      // The screen loads it again, and says so if that fails.
      () => {},
    );
  };
}
