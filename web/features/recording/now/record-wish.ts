/**
 * True after a press on “record”, until the recording has begun. It is kept in this page only: an address alone starts no
 * recording, and neither does a reload.
 */
let isWished = false;

export function wishRecording(): void {
  isWished = true;
}

/** Returns whether a recording was asked for, and forgets it. */
export function takeRecordingWish(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
