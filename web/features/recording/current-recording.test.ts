import { expect, test } from 'vitest';
import { activeRecording, closeRecording, discardRecording, holdRecording } from './current-recording.ts';
import type { Recording } from './state/recording.rules.ts';

/**
 * Makes a running recording the one of the page. Its `discard` does not resolve before the test calls `finish`. `log` gets
 * `deleted` when the copy on the device is deleted, and `closed` when the recording is closed.
 */
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
  // A screen calls this when the person leaves it.
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

test('A second press on discard does not close the recording before its copy is deleted', async () => {
  const log: string[] = [];
  const { finish } = heldRecording(log);
  const { current } = activeRecording;
  const first = discardRecording();
  current!.discard = async () => {};
  await discardRecording();
  expect(log).toEqual([]);
  finish();
  await first;
  await expect.poll(() => log).toEqual(['deleted', 'closed']);
});
