import { describe, expect, it } from 'vitest';
import { isUploadRetried, partCells, partsDone, secondsUntil, stalledForS } from './sending.rules.ts';
import type { UploadSending } from './sending.rules.ts';
import { analysisOf } from './upload-fixture.ts';
import { reduceUpload, startState } from './upload.rules.ts';
import type { UploadEvent, UploadState } from './upload.rules.ts';

const after = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, startState);
const toSending: UploadEvent[] = [
  { type: 'chosen', file: { name: 'sitzung.m4a', bytes: 12_000_000 } },
  { type: 'analysed', analysis: analysisOf(), isKept: true },
  { type: 'encoding' },
  { type: 'encoded', bytes: 20_000_000, durationS: 60 },
  { type: 'sending', bytesTotal: 20_000_000, atMs: 1000 },
];

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
