import { ref } from 'valtio';
import { expect, test, vi } from 'vitest';
import type { PairingStage } from '#api/contract/pairing.ts';
import type { ShownStage } from '#web/features/recording/index.ts';
import { createFakeRecording, sendStateOf } from '#web/features/recording/recording-fixture.ts';
import { emptyDraftText, startRunState } from '#web/parts/draft/draft-run.ts';
import { createLevelGauge } from './level-gauge.ts';
import { createDraftReader, factsOf, factsOfLeft } from './phone-facts.ts';

// The door of the recording loads what only a browser has.
vi.mock(
  '#web/features/recording/index.ts',
  () => import('#web/features/recording/state/recording-stage.rules.ts'),
);

const beside = { battery: null, isOnline: true, levelDbfs: undefined, draft: [], sessionId: 's1' };
const problem = { code: 'capture.denied', requestId: null };

test.each<[ShownStage, PairingStage]>([
  ['idle', 'off'],
  ['asking', 'off'],
  ['ready', 'ready'],
  ['recording', 'recording'],
  ['paused', 'paused'],
  ['interrupted', 'paused'],
  ['finishing', 'unsent'],
  ['uploading', 'unsent'],
  ['completing', 'unsent'],
  ['finished', 'finished'],
])('The stage %s is told as “%s”', (stage, told) => {
  expect(factsOf(createFakeRecording({ stage }), beside).stage).toBe(told);
});

test('A microphone that was refused is told as a failure; a problem of the sending is not', () => {
  const told = (stage: ShownStage) => factsOf(createFakeRecording({ stage, problem }), beside);
  expect(told('idle')).toMatchObject({ stage: 'failed', problem: 'capture.denied' });
  expect(told('uploading').stage).toBe('unsent');
});

test('A phone that does not store what it records says so, before any other problem, until the server has everything', () => {
  const storage = { kind: 'memory', freeBytes: null, isPersistent: false } as const;
  const told = (change: Parameters<typeof createFakeRecording>[0]) =>
    factsOf(createFakeRecording(change), beside).problem;
  const refused = { code: 'upload.quota_exceeded', requestId: null };
  expect(told({ overflowBytes: 80_000 })).toBe('capture.device_full');
  expect(told({ overflowBytes: 80_000, problem: refused, stage: 'uploading' })).toBe('capture.device_full');
  expect(told({ overflowBytes: null, problem: refused })).toBe('upload.quota_exceeded');
  expect(told({ storage })).toBe('capture.device_unstored');
  expect(told({ storage, stage: 'finished' })).toBeNull();
  expect(told({ storage, stage: 'idle', problem })).toBe('capture.denied');
  expect(told({})).toBeNull();
});

test('A recording that was left waits for a person, and is on its way once it is sent', () => {
  const told = (canGoOn: boolean, isBusy: boolean) => {
    const { stage, warnings } = factsOfLeft({ sessionId: 's1', atS: 9, canGoOn, isBusy }, beside);
    return [stage, ...warnings];
  };
  expect(told(true, false)).toEqual(['paused', 'capture.crashed']);
  expect(told(false, false)).toEqual(['unsent', 'capture.crashed']);
  expect(told(true, true)).toEqual(['unsent']);
});

test('Warnings are those that the phone shows; a lost microphone is one of them', () => {
  const recording = createFakeRecording({
    stage: 'interrupted',
    warnings: ['muted', 'hum'],
    dismissed: ['hum'],
  });
  expect(factsOf(recording, beside).warnings).toEqual(['capture.track_ended', 'capture.muted']);
});

test('Bytes that the server has are at most those of the recording, and all of them at the end', () => {
  const send = sendStateOf({ bytesStored: 5_000 });
  const told = (stage: ShownStage, bytes: number) =>
    factsOf(createFakeRecording({ stage, bytes, send }), beside).sentBytes;
  expect([told('recording', 9_000), told('recording', 4_000), told('finished', 9_000)]).toEqual([
    5_000, 4_000, 9_000,
  ]);
});

test('Parts are on their way only while the connection is good', () => {
  const isSending = (send: ReturnType<typeof sendStateOf> | null) =>
    factsOf(createFakeRecording({ send }), beside).isSending;
  expect(isSending(null)).toBe(false);
  expect(isSending(sendStateOf())).toBe(true);
  expect(isSending(sendStateOf({ isDone: true }))).toBe(false);
  expect(isSending(sendStateOf({ connection: { status: 'offline', attempt: 0, sinceMs: 0 } }))).toBe(false);
});

test('Before it has a session, the first recording is of the pairing’s, a next one of none', () => {
  const of = (part: number) => factsOf(createFakeRecording({ part, sessionId: null }), beside).sessionId;
  expect([of(1), of(2)]).toEqual(['s1', null]);
});

test('A draft is the text from before and that of the run, and the same array while it is the same', () => {
  const { draft } = createFakeRecording();
  const read = createDraftReader({ draft });
  const first = read();
  expect(first).toEqual([]);
  expect(read()).toBe(first);
  const piece = { start: -0.1, end: 1, text: 'Grüezi', words: [] };
  draft.state.before = ref([piece]);
  draft.state.run = {
    ...startRunState(),
    text: ref({
      ...emptyDraftText,
      segments: [{ start: 1, end: 2, text: 'mitenand', words: [], doubt: null }],
    }),
  };
  const second = read();
  expect(second).toEqual([
    { start: 0, end: 1, text: 'Grüezi' },
    { start: 1, end: 2, text: 'mitenand' },
  ]);
  expect(read()).toBe(second);
});

test('The level is that of the last 300 ms', () => {
  let nowMs = 0;
  const gauge = createLevelGauge(() => nowMs);
  expect(gauge.read()).toBeUndefined();
  gauge.add({ rmsDbfs: -20 });
  nowMs = 200;
  gauge.add({ rmsDbfs: -Infinity });
  // Half the power is 3 dB less.
  expect(gauge.read()).toBe(-23);
  nowMs = 400;
  expect(gauge.read()).toBeNull();
  nowMs = 600;
  expect(gauge.read()).toBeUndefined();
});
