import { expect, test } from 'vitest';
import { activeRecording, closeRecording, discardRecording, holdRecording } from './current-recording.ts';
import type { Recording } from './state/recording.rules.ts';

/** Holds a recording whose discarding lasts until `finish`. */
function heldRecording(log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { stage: 'recording' };
  const recording = {
    state,
    discard() {
      state.stage = 'idle';
      return promise.then(() => void log.push('deleted'));
    },
  } as unknown as Recording;
  holdRecording(recording, () => log.push('closed'));
  return { finish: resolve };
}

test('A recording that is being discarded is closed when its copy is deleted, also where the person has left the screen', async () => {
  const log: string[] = [];
  const { finish } = heldRecording(log);
  const discarded = discardRecording();
  // The screen goes, and another recording may begin at once.
  closeRecording();
  expect(activeRecording.current).toBeNull();
  expect(log).toEqual([]);
  finish();
  await discarded;
  expect(log).toEqual(['deleted', 'closed']);
});

test('A recording that is discarded on its screen is closed once', async () => {
  const log: string[] = [];
  heldRecording(log).finish();
  await discardRecording();
  expect(log).toEqual(['deleted', 'closed']);
  closeRecording();
  expect(log).toEqual(['deleted', 'closed']);
});
