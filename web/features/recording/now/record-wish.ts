import type { KeptRecording } from '#web/features/recording/state/recording.rules.ts';

/** `kept`: the recording that shall go on; null for a new one. */
type RecordingWish = { kept: KeptRecording | null };

/**
 * Set by a press on “record”, until the recording has begun. It is kept in this page only: an address alone starts no
 * recording, and neither does a reload.
 */
let wish: RecordingWish | null = null;

export function wishRecording(kept: KeptRecording | null = null): void {
  wish = { kept };
}

/** Returns what was asked for, and forgets it. Null if nothing was. */
export function takeRecordingWish(): RecordingWish | null {
  const taken = wish;
  wish = null;
  return taken;
}
