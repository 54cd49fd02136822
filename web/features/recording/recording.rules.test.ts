import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canDo,
  isLive,
  isNearEnd,
  isUnsafe,
  problemOf,
  remainingS,
  stageAfter,
  type StageEvent,
} from './recording.rules.ts';

const events: StageEvent[] = [
  'ask',
  'heard',
  'refused',
  'start',
  'pause',
  'resume',
  'lost',
  'found',
  'finish',
  'upload',
  'complete',
  'finished',
  'discard',
];

test('A recording goes from the first question to the server’s answer', () => {
  const way: StageEvent[] = [
    'ask',
    'heard',
    'start',
    'pause',
    'resume',
    'finish',
    'upload',
    'complete',
    'finished',
  ];
  expect(way.reduce(stageAfter, 'idle')).toBe('finished');
});

test('A microphone that goes interrupts what is recorded, and ends no pause', () => {
  expect(stageAfter('recording', 'lost')).toBe('interrupted');
  expect(stageAfter('interrupted', 'found')).toBe('recording');
  expect(stageAfter('paused', 'lost')).toBe('paused');
  expect(stageAfter('paused', 'found')).toBe('paused');
});

test('Whatever happens in whatever order, finished is reached through the server only, and left never', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (happened) => {
      let stage = stageAfter('idle', 'discard');
      for (const event of happened) {
        const next = stageAfter(stage, event);
        const ways = {
          isKept: stage !== 'finished' || next === 'finished',
          isByServer: next !== 'finished' || ['uploading', 'completing', 'finished'].includes(stage),
          // What was recorded is given up by nobody but the person.
          isByPerson: !isUnsafe(stage) || next !== 'idle' || event === 'discard',
          isKnown: canDo(stage, event) || next === stage,
        };
        expect(ways).toEqual({ isKept: true, isByServer: true, isByPerson: true, isKnown: true });
        stage = next;
      }
    }),
  );
});

test('Everything between the red button and the server’s answer may not be left', () => {
  expect(isUnsafe('ready')).toBe(false);
  for (const stage of ['recording', 'paused', 'interrupted'] as const) {
    expect(isLive(stage)).toBe(true);
    expect(isUnsafe(stage)).toBe(true);
  }
  for (const stage of ['finishing', 'uploading', 'completing'] as const) expect(isUnsafe(stage)).toBe(true);
  expect(isUnsafe('finished')).toBe(false);
});

test('The end is near ten minutes before it', () => {
  expect(isNearEnd({ positionS: 8_399, longestS: 9_000 })).toBe(false);
  expect(isNearEnd({ positionS: 8_400, longestS: 9_000 })).toBe(true);
  expect(remainingS({ positionS: 9_001, longestS: 9_000 })).toBe(0);
});

test('A problem is the code of what was thrown', () => {
  expect(problemOf(Object.assign(new Error('x'), { code: 'capture.busy' }))).toEqual({
    code: 'capture.busy',
    requestId: null,
  });
  expect(problemOf({ code: 'request.failed', requestId: 'a1' }).requestId).toBe('a1');
  expect(problemOf(new DOMException('x', 'AbortError')).code).toBe('unknown');
  expect(problemOf(null).code).toBe('unknown');
});
