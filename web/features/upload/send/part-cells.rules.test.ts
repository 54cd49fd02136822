import { describe, expect, it } from 'vitest';
import { startSend } from '#workers/send/send.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { partCells } from './part-cells.rules.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { reduceUpload, startState } from '#web/features/upload/upload.rules.ts';
import type { UploadEvent, UploadState } from '#web/features/upload/upload.rules.ts';

const after = (...events: UploadEvent[]): UploadState => events.reduce(reduceUpload, startState);
const toSending: UploadEvent[] = [
  { type: 'chosen', file: { name: 'sitzung.m4a', bytes: 12_000_000 } },
  { type: 'analysed', analysis: analysisOf() },
  { type: 'encoding' },
  { type: 'encoded', bytes: 20_000_000, durationS: 60 },
  { type: 'sending', bytesTotal: 20_000_000, atMs: 1000 },
];

describe('sending', () => {
  const sending = (change: Partial<SendState> = {}): SendState => ({
    ...startSend(0, 20_000_000, 1_000_000),
    ...change,
  });

  it('shows cells of 8 MB, filled as bytes go, whatever the parts are', () => {
    expect(partCells(sending({ bytesStored: 11_000_000, bytesSent: 12_000_000 }))).toEqual([
      { share: 1, state: 'done' },
      { share: 0.5, state: 'moving' },
      { share: 0, state: 'waiting' },
    ]);
    expect(partCells(sending({ bytesStored: 7_000_000, bytesSent: 10_000_000 }))).toEqual([
      { share: 1, state: 'moving' },
      { share: 0.25, state: 'moving' },
      { share: 0, state: 'waiting' },
    ]);
    const all = partCells(sending({ bytesStored: 20_000_000, bytesSent: 20_000_000 }));
    expect(all.map((cell) => cell.state)).toEqual(['done', 'done', 'done']);
    expect(partCells(sending({ bytesTotal: 5 }))).toHaveLength(1);
    expect(partCells(sending({ bytesTotal: null }))).toEqual([]);
  });

  it('marks where it stands while it has to wait', () => {
    const cells = partCells(
      sending({
        bytesStored: 8_000_000,
        bytesSent: 8_000_000,
        connection: { status: 'stopped', attempt: 0 },
      }),
    );
    expect(cells.map((cell) => cell.state)).toEqual(['done', 'failed', 'waiting']);
  });

  it('is what the sender says it is', () => {
    const told = sending({ bytesStored: 5, bytesSent: 9 });
    expect(after(...toSending, { type: 'sent', send: told }).sending).toEqual(told);
  });

  it('shows what the server had when it is taken up again', () => {
    const stopped = after(
      ...toSending,
      { type: 'sent', send: sending({ bytesStored: 8_000_000, partsStored: 3, partsTotal: 9 }) },
      { type: 'failed', code: 'upload.disk_full', requestId: null },
    );
    const again = reduceUpload(stopped, { type: 'sending', bytesTotal: 20_000_000, atMs: 9_000 });
    expect(again.sending).toMatchObject({ bytesStored: 8_000_000, bytesSent: 8_000_000, partsStored: 3 });
    expect(again.sending?.movedAtMs).toBe(9_000);
  });
});
