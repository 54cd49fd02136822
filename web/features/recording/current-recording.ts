import { proxy, ref } from 'valtio';
import { isUnsafe } from './state/recording-stage.rules.ts';
import type { Recording } from './state/recording.rules.ts';

/**
 * The recording of the page. There is at most one, and it does not depend on the screen. Visiting the sign-in page or
 * the library does not end it. It stands apart from the code that records, because every screen looks at it.
 */
export const activeRecording = proxy<{ current: Recording | null }>({ current: null });

let end: (() => void) | null = null;

/** Makes this the recording of the page. `onEnd` is called when it is closed. */
export function holdRecording(recording: Recording, onEnd: () => void): void {
  end = onEnd;
  activeRecording.current = ref(recording);
}

/**
 * Closes a recording that has not begun or is over. A running recording stays open. A recording that is being discarded leaves
 * the page at once; it ends when its copy on the device is deleted.
 */
export function closeRecording(): void {
  const { current } = activeRecording;
  if (current && isUnsafe(current.state.stage)) return;
  end?.();
  end = null;
  activeRecording.current = null;
}

/** Discards the recording. After that the page can open another one. */
export async function discardRecording(): Promise<void> {
  const { current } = activeRecording;
  if (!current) return;
  const discarded = current.discard();
  const close = end;
  // The recording owns the worker that deletes its copy on the device. If the worker ended before that, the page would list the
  // discarded recording as a kept one.
  end = () => void discarded.then(close, close);
  try {
    await discarded;
  } finally {
    // If the copy on the device could not be removed, the library still lists it as a kept recording.
    if (activeRecording.current === current) closeRecording();
  }
}
