import { describe, expect, it } from 'vitest';
import { startSend } from '#workers/send/send.contract.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import {
  canRetry,
  isUnderWay,
  offerFor,
  passShare,
  reduceUpload,
  refusalOf,
  startState,
  wouldLose,
} from './upload.rules.ts';
import type { UploadEvent, UploadState } from './upload.rules.ts';

const analysis = analysisOf();
const file = { name: 'sitzung.m4a', bytes: 12_000_000 };
const after = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, startState);
const toSending: UploadEvent[] = [
  { type: 'chosen', file },
  { type: 'analysed', analysis },
  { type: 'encoding' },
  { type: 'encoded', bytes: 20_000_000, durationS: 60 },
  { type: 'sending', bytesTotal: 20_000_000, atMs: 1000 },
];

describe('the way of an upload', () => {
  it('leads from choice to the server', () => {
    expect(after().stage).toBe('choose');
    expect(after({ type: 'chosen', file }).stage).toBe('analysing');
    expect(after(...toSending.slice(0, 2)).stage).toBe('review');
    expect(after(...toSending.slice(0, 3)).stage).toBe('encoding');
    expect(after(...toSending).stage).toBe('sending');
    const end = after(...toSending, { type: 'completing' }, { type: 'completed' });
    expect(end.stage).toBe('done');
  });

  it('goes back to the review when it is cancelled, and keeps what was made', () => {
    const state = after(...toSending, { type: 'cancelled' });
    expect(state.stage).toBe('review');
    expect(state.analysis).toBe(analysis);
    expect(state.encoded?.bytes).toBe(20_000_000);
    expect(after({ type: 'chosen', file }, { type: 'cancelled' })).toEqual(startState);
  });

  it('stops where it failed, with the reason, and keeps the file', () => {
    const state = after(...toSending, { type: 'failed', code: 'network.failed', requestId: null });
    expect(state.stage).toBe('sending');
    expect(state.problem?.code).toBe('network.failed');
    expect(state.file).toEqual(file);
    expect(
      after(
        ...toSending,
        { type: 'failed', code: 'network.failed', requestId: null },
        toSending[4] as UploadEvent,
      ).problem,
    ).toBeNull();
  });

  it('ignores late news of what was cancelled', () => {
    const cancelled = after(...toSending, { type: 'cancelled' });
    expect(reduceUpload(cancelled, { type: 'sent', send: startSend(0, 5, 1) })).toBe(cancelled);
    expect(reduceUpload(cancelled, { type: 'passed', pass: { positionS: 1, durationS: 2 } })).toBe(cancelled);
    expect(reduceUpload(startState, { type: 'analysed', analysis })).toBe(startState);
    expect(reduceUpload(startState, { type: 'completed' })).toBe(startState);
    expect(reduceUpload(startState, { type: 'failed', code: 'x', requestId: null })).toBe(startState);
  });

  it('warns of leaving only while something is under way', () => {
    const stages = [
      'choose',
      'offer',
      'analysing',
      'review',
      'encoding',
      'sending',
      'completing',
      'done',
    ] as const;
    expect(stages.filter((stage) => isUnderWay({ stage }))).toEqual(['encoding', 'sending', 'completing']);
  });
});

describe('the choice', () => {
  it('is one file with something in it', () => {
    expect(refusalOf([{ size: 900_000_000 }])).toBeNull();
    expect(refusalOf([{ size: 1 }, { size: 1 }])).toBe('upload.selection_several');
    expect(refusalOf([{ size: 0 }])).toBe('media.empty');
    expect(refusalOf([])).toBe('upload.selection_none');
  });

  it('is offered a way where it is over the limits, with the size to come', () => {
    const limit = { durationS: 3_600, maxBytes: 150_000_000, bitrate: 64 };
    expect(offerFor({ size: 150_000_000 }, limit)).toBeNull();
    expect(offerFor({ size: 150_000_001 }, limit)).toEqual({
      reason: 'too_large',
      durationS: 3_600,
      bytes: 28_800_000,
    });
    expect(offerFor({ size: 1 }, { ...limit, durationS: 10_000 })).toEqual({
      reason: 'too_long',
      durationS: 10_000,
      bytes: 72_000_000,
    });
    expect(offerFor({ size: 150_000_001 }, { ...limit, durationS: null })?.bytes).toBeNull();
  });

  it('waits on the offer until the person agrees', () => {
    const offer = { reason: 'too_large', durationS: 60, bytes: 480_000 } as const;
    const offered = after({ type: 'chosen', file }, { type: 'offered', file, offer });
    expect(offered).toMatchObject({ stage: 'offer', offer });
    expect(reduceUpload(offered, { type: 'chosen', file })).toMatchObject({
      stage: 'analysing',
      offer: null,
    });
  });

  it('can be tried again unless the file itself is the reason', () => {
    expect(canRetry({ code: 'media.engine_failed', requestId: null })).toBe(true);
    expect(canRetry({ code: 'network.failed', requestId: null })).toBe(true);
    expect(canRetry({ code: 'media.not_audio', requestId: null })).toBe(false);
  });
});

describe('edits', () => {
  const made = after(...toSending.slice(0, 4), { type: 'prepared' });

  it('make what was made before useless', () => {
    expect(made).toMatchObject({ stage: 'review', encoded: { bytes: 20_000_000 } });
    expect(reduceUpload(made, { type: 'edited' })).toMatchObject({ encoded: null, listening: 'recording' });
  });

  it('are nothing to what is on its way', () => {
    const sending = after(...toSending);
    expect(reduceUpload(sending, { type: 'edited' })).toBe(sending);
  });
});

describe('figures', () => {
  it('know the share of a pass only where the length is known', () => {
    expect(passShare({ positionS: 30, durationS: 60 })).toBe(0.5);
    expect(passShare({ positionS: 70, durationS: 60 })).toBe(1);
    expect(passShare({ positionS: 30, durationS: null })).toBeNull();
    expect(passShare(null)).toBeNull();
  });
});

it('asks before it is left while it is being sent, or if it is not kept', () => {
  const reviewed = after(...toSending.slice(0, 2));
  expect(wouldLose(reviewed)).toBe(false);
  expect(wouldLose({ ...reviewed, notStored: 'full' })).toBe(true);
  expect(wouldLose(after(...toSending))).toBe(true);
  expect(wouldLose({ ...startState, notStored: 'elsewhere' })).toBe(false);
});
