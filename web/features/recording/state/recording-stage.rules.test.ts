import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canDo,
  eventOfRefusal,
  isLive,
  isOver,
  isSending,
  isUnsafe,
  recordingStages,
  shownStage,
  stageAfter,
  stageEvents,
  type RecordingStage,
  type StageEvent,
} from './recording-stage.rules.ts';

const after = (from: RecordingStage, ...events: StageEvent[]) => events.reduce(stageAfter, from);

function reachable(from: RecordingStage): Set<RecordingStage> {
  const found = new Set([from]);
  for (const stage of found) for (const event of stageEvents) found.add(stageAfter(stage, event));
  return found;
}

test('A recording goes from the first question to the server’s answer', () => {
  const way: StageEvent[] = [
    'ask',
    'opened',
    'start',
    'pause',
    'resume',
    'finish',
    'ended',
    'sent',
    'completed',
    'cleared',
  ];
  expect(after('idle', ...way)).toBe('finished');
});

test('A lost microphone interrupts a recording, and ends no pause', () => {
  expect(after('recording', 'lost')).toBe('interrupted');
  expect(after('interrupted', 'found')).toBe('recording');
  expect(after('paused', 'lost')).toBe('paused');
  expect(after('paused', 'found')).toBe('paused');
});

test('A recording without sound can begin again, and then ends like any other', () => {
  expect(after('recording', 'finish', 'empty')).toBe('idle');
  expect(after('idle', 'ask', 'opened', 'start', 'finish', 'ended')).toBe('uploading');
  expect(after('kept', 'deliver', 'soundless', 'noted', 'cleared')).toBe('finished');
});

test('An adopted recording gets what only the device has, or its sound gets a new session', () => {
  expect(after('uploading', 'adopted', 'joined', 'cleared')).toBe('finished');
  expect(after('completing', 'adopted', 'rehouse', 'housed')).toBe('uploading');
});

test('From every stage the recording can be finished, and discarded unless the server has all of it', () => {
  for (const stage of recordingStages) {
    if (isOver(stage)) continue;
    const ends = reachable(stage);
    expect([stage, ends.has('finished')]).toEqual([stage, true]);
    expect([stage, ends.has('discarded') || stage === 'clearing']).toEqual([stage, true]);
  }
});

test('Every stage has a next stage for every event, and `finished` and `discarded` are final', () => {
  for (const stage of recordingStages)
    for (const event of stageEvents) {
      const next = stageAfter(stage, event);
      expect(recordingStages).toContain(next);
      const mayChange = canDo(stage, event) && !isOver(stage);
      expect(mayChange || next === stage).toBe(true);
    }
});

test('Whatever happens in whatever order, a recording is finished only after the server has confirmed it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...stageEvents), { maxLength: 60 }), (events) => {
      let stage: RecordingStage = 'idle';
      let isTold = false;
      for (const event of events) {
        const next = stageAfter(stage, event);
        if (next !== stage && ['completed', 'joined', 'noted'].includes(event)) isTold = true;
        // A recording is given up only by the person, or because it has no sound.
        const isGivenUp = isUnsafe(stage) && !isUnsafe(next) && next !== 'finished';
        const isByPerson = event === 'discard' || event === 'empty';
        expect({
          isSafe: isTold || next !== 'finished',
          isKept: !isGivenUp || isByPerson,
        }).toEqual({ isSafe: true, isKept: true });
        stage = next;
      }
    }),
  );
});

test('Leaving is unsafe at every stage between the record button and the server’s confirmation', () => {
  expect(isUnsafe('ready')).toBe(false);
  expect(isUnsafe('finished')).toBe(false);
  for (const stage of ['recording', 'paused', 'interrupted'] as const) expect(isLive(stage)).toBe(true);
  for (const stage of recordingStages) expect(isUnsafe(stage)).toBe(isLive(stage) || isSending(stage));
});

test('An error code leads to an event if the program can go on by itself, else to none', () => {
  expect(eventOfRefusal('uploading', 'upload.already_complete')).toBe('sent');
  expect(eventOfRefusal('completing', 'recording.digest_mismatch')).toBe('differs');
  expect(eventOfRefusal('completing', 'upload.adopted')).toBe('adopted');
  expect(eventOfRefusal('uploading', 'upload.quota_exceeded')).toBeNull();
  expect(eventOfRefusal('noting', 'upload.adopted')).toBeNull();
});

test('The screen shows none of the internal stages', () => {
  expect(recordingStages.map(shownStage)).not.toContain('rehousing');
  expect(shownStage('joining')).toBe('completing');
});
