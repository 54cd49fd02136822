import { describe, expect, it } from 'vitest';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import {
  canRetry,
  estimatedBytes,
  isUnderWay,
  isUploadRetried,
  partCells,
  partsDone,
  passShare,
  reduceUpload,
  refusalOf,
  secondsUntil,
  stalledForS,
  startState,
} from './upload.rules.ts';
import type { UploadEvent, UploadSending, UploadState } from './upload.rules.ts';

const analysis: Analysis = {
  durationS: 60,
  container: 'wav',
  codec: 'pcm_s16le',
  sampleRate: 48_000,
  channels: 1,
  peaks: new Int8Array(2400),
  speech: [[0, 50]],
  verdict: {
    grade: 'good',
    reasons: [],
    loudness_lufs: -20,
    true_peak_dbtp: -3,
    snr_db: 30,
    speech_share: 0.8,
  },
};
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
    expect(reduceUpload(cancelled, { type: 'sent', bytesSent: 5, atMs: 2000 })).toBe(cancelled);
    expect(reduceUpload(cancelled, { type: 'passed', pass: { positionS: 1, durationS: 2 } })).toBe(cancelled);
    expect(reduceUpload(startState, { type: 'analysed', analysis })).toBe(startState);
    expect(reduceUpload(startState, { type: 'completed' })).toBe(startState);
    expect(reduceUpload(startState, { type: 'failed', code: 'x', requestId: null })).toBe(startState);
  });

  it('warns of leaving only while something is under way', () => {
    const stages = ['choose', 'analysing', 'review', 'encoding', 'sending', 'completing', 'done'] as const;
    expect(stages.filter((stage) => isUnderWay({ stage }))).toEqual(['encoding', 'sending', 'completing']);
  });
});

describe('the choice', () => {
  it('is one file within the limit', () => {
    expect(refusalOf([{ size: 150_000_000 }], 150_000_000)).toBeNull();
    expect(refusalOf([{ size: 150_000_001 }], 150_000_000)).toBe('media.too_large');
    expect(refusalOf([{ size: 1 }, { size: 1 }], 150_000_000)).toBe('upload.selection_several');
    expect(refusalOf([{ size: 0 }], 150_000_000)).toBe('media.empty');
    expect(refusalOf([], 150_000_000)).toBe('upload.selection_none');
  });

  it('can be tried again unless the file itself is the reason', () => {
    expect(canRetry({ code: 'media.engine_failed', requestId: null })).toBe(true);
    expect(canRetry({ code: 'network.failed', requestId: null })).toBe(true);
    expect(canRetry({ code: 'media.not_audio', requestId: null })).toBe(false);
  });
});

describe('sending', () => {
  const sending = (change: Partial<UploadSending> = {}): UploadSending => ({
    bytesSent: 0,
    bytesTotal: 20_000_000,
    bytesStored: 0,
    partBytes: 8_000_000,
    retry: null,
    waitsForNetwork: false,
    movedAtMs: 0,
    ...change,
  });

  it('shows one cell a part, filled as its bytes go', () => {
    expect(partCells(sending({ bytesStored: 8_000_000, bytesSent: 12_000_000 }))).toEqual([
      { share: 1, state: 'done' },
      { share: 0.5, state: 'moving' },
      { share: 0, state: 'waiting' },
    ]);
    expect(partsDone(partCells(sending({ bytesStored: 20_000_000, bytesSent: 20_000_000 })))).toBe(3);
    expect(partCells(sending({ bytesTotal: 5 }))).toHaveLength(1);
  });

  it('marks the part that failed while its next try is waited for', () => {
    const cells = partCells(sending({ bytesStored: 8_000_000, retry: { attempt: 1, atMs: 0 } }));
    expect(cells.map((cell) => cell.state)).toEqual(['done', 'failed', 'waiting']);
  });

  it('counts down to the next try in whole seconds', () => {
    expect(secondsUntil(10_000, 7_001)).toBe(3);
    expect(secondsUntil(10_000, 9_999)).toBe(1);
    expect(secondsUntil(10_000, 10_001)).toBe(0);
  });

  it('tells a standstill after ten seconds, and not while it waits on purpose', () => {
    expect(stalledForS(sending(), 9_999)).toBeNull();
    expect(stalledForS(sending(), 12_500)).toBe(12);
    expect(stalledForS(sending({ waitsForNetwork: true }), 60_000)).toBeNull();
    expect(stalledForS(sending({ retry: { attempt: 1, atMs: 61_000 } }), 60_000)).toBeNull();
  });

  it('counts a standstill from the last byte that went', () => {
    const moved = after(...toSending, { type: 'sent', bytesSent: 500, atMs: 5_000 });
    expect(moved.sending?.movedAtMs).toBe(5_000);
    expect(reduceUpload(moved, { type: 'sent', bytesSent: 500, atMs: 9_000 }).sending?.movedAtMs).toBe(5_000);
  });

  it('goes on from what the server has when it is taken up again', () => {
    const stopped = after(
      ...toSending,
      { type: 'stored', bytesStored: 8_000_000, atMs: 2_000 },
      { type: 'failed', code: 'network.failed', requestId: null },
    );
    const again = reduceUpload(stopped, { type: 'sending', bytesTotal: 20_000_000, atMs: 9_000 });
    expect(again.sending?.bytesStored).toBe(8_000_000);
    expect(again.sending?.movedAtMs).toBe(9_000);
  });

  it('is repeated after failures of the way, not after refusals', () => {
    for (const status of [0, 408, 409, 423, 429, 500, 502, 503])
      expect(isUploadRetried(status, null, 3)).toBe(true);
    for (const status of [400, 403, 404, 413, 507]) expect(isUploadRetried(status, null, 0)).toBe(false);
    expect(isUploadRetried(401, 'auth.required', 0)).toBe(true);
    expect(isUploadRetried(401, 'auth.required', 1)).toBe(false);
    expect(isUploadRetried(409, 'upload.already_complete', 0)).toBe(false);
  });
});

describe('figures', () => {
  it('estimate the mp3 from its length and bitrate', () => {
    expect(estimatedBytes(3_600, 64)).toBe(28_800_000);
  });

  it('know the share of a pass only where the length is known', () => {
    expect(passShare({ positionS: 30, durationS: 60 })).toBe(0.5);
    expect(passShare({ positionS: 70, durationS: 60 })).toBe(1);
    expect(passShare({ positionS: 30, durationS: null })).toBeNull();
    expect(passShare(null)).toBeNull();
  });
});
