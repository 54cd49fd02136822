import { expect, test } from 'vitest';
import type { PairingStage } from '#api/contract/pairing.ts';
import { isNextRecording } from './next-recording.ts';

const told = (stage: PairingStage, at: number, session_id = 's1') => ({ stage, at, session_id });

test.each([
  ['the next session', told('recording', 10), told('recording', 10, 's2'), true],
  ['a recorder that is switched off', told('recording', 1), told('off', 0), true],
  ['a recorder that is ready again', told('paused', 1), told('ready', 0), true],
  ['a recorder that fails to open again', told('unsent', 1), told('failed', 0), true],
  ['a recorder that is open anew after a discard', told('off', 1), told('off', 0), true],
  ['a position that goes back', told('recording', 100), told('recording', 96), true],
  ['a position that goes back a little', told('recording', 100), told('recording', 98), false],
  ['a position that grows', told('recording', 10), told('paused', 100), false],
  ['a microphone that is switched on', told('off', 0), told('ready', 0), false],
  ['a microphone that is lost before the start', told('ready', 0), told('off', 0), false],
  ['a recording that is over', told('recording', 10), told('finished', 10), false],
] as const)('%s', (_name, then, now, isNext) => {
  expect(isNextRecording(then, now)).toBe(isNext);
});
