import { expect, it } from 'vitest';
import type { PairingReport } from '#api/contract/pairing.ts';
import { createSnapshot, snapshotLimits } from './snapshot.ts';

const draft = (from: number, ...texts: string[]): PairingReport => ({
  kind: 'draft',
  from,
  pieces: texts.map((text, n) => ({ start: from + n, end: from + n + 1, text })),
});
const textsOf = (snapshot: ReturnType<typeof createSnapshot>) =>
  snapshot
    .reports()
    .flatMap((report) =>
      report.kind === 'draft' ? [[report.from, ...report.pieces.map(({ text }) => text)]] : [],
    );

it('A snapshot has the last report of each kind, and each marker in its last form', () => {
  const snapshot = createSnapshot();
  const marker = (id: string, text: string): PairingReport => ({
    kind: 'marker',
    id,
    marker: { at: 1, kind: 'user', code: '', text },
  });
  for (const report of [
    { kind: 'battery', charge: 0.5, charging: false },
    marker('a', 'eins'),
    marker('b', 'zwei'),
    { kind: 'battery', charge: 0.4, charging: true },
    marker('a', 'anders'),
    { kind: 'level', at: 1, peaks: [1], level_dbfs: null },
  ] satisfies PairingReport[])
    snapshot.take(report);
  expect(snapshot.reports()).toEqual([
    { kind: 'battery', charge: 0.4, charging: true },
    marker('a', 'anders'),
    marker('b', 'zwei'),
  ]);
});

it('Pieces of a draft replace those from their index on', () => {
  const snapshot = createSnapshot();
  snapshot.take(draft(0, 'eins', 'zwei', 'dr'));
  snapshot.take(draft(2, 'drei', 'vier'));
  expect(textsOf(snapshot)).toEqual([[0, 'eins', 'zwei', 'drei', 'vier']]);
  snapshot.take(draft(1, 'zwo'));
  expect(textsOf(snapshot)).toEqual([[0, 'eins', 'zwo']]);
});

it('Pieces after a hole stand alone, until the phone tells everything again', () => {
  const snapshot = createSnapshot();
  snapshot.take(draft(7, 'acht'));
  expect(textsOf(snapshot)).toEqual([[7, 'acht']]);
  snapshot.take(draft(8, 'neun'));
  expect(textsOf(snapshot)).toEqual([[7, 'acht', 'neun']]);
  snapshot.take(draft(0, 'eins'));
  expect(textsOf(snapshot)).toEqual([[0, 'eins']]);
});

it('A long draft comes in several reports, and keeps its end where it is too long', () => {
  const snapshot = createSnapshot();
  snapshot.take(draft(0, ...Array.from({ length: 500 }, () => 'x')));
  snapshot.take(draft(500, ...Array.from({ length: 300 }, () => 'y')));
  expect(textsOf(snapshot).map((part) => [part[0], part.length - 1])).toEqual([
    [0, 500],
    [500, 300],
  ]);
  const long = 'z'.repeat(2_000);
  for (let from = 800; from < 1_300; from += 100)
    snapshot.take(draft(from, ...Array.from({ length: 100 }, () => long)));
  const parts = textsOf(snapshot);
  const chars = parts.flat().join('').length;
  expect(chars).toBeLessThan(snapshotLimits.draftChars + 1_000);
  // Each piece counts 50 characters more than its text.
  expect(Number(parts[0]![0])).toBe(1_300 - Math.floor(snapshotLimits.draftChars / 2_050));
  expect(parts.at(-1)!.at(-1)).toBe(long);
});

it('Pieces without text cannot fill the memory either', () => {
  const snapshot = createSnapshot();
  for (let from = 0; from < 20_000; from += 500) snapshot.take(draft(from, ...Array(500).fill('')));
  const kept = textsOf(snapshot).reduce((sum, part) => sum + part.length - 1, 0);
  expect(kept).toBe(snapshotLimits.draftChars / 50);
});

it('Markers without end push out the oldest', () => {
  const snapshot = createSnapshot();
  for (let n = 0; n < snapshotLimits.markers + 10; n += 1)
    snapshot.take({ kind: 'marker', id: `m${n}`, marker: { at: n, kind: 'user', code: '', text: '' } });
  const ids = snapshot.reports().map((report) => (report.kind === 'marker' ? report.id : ''));
  expect([ids.length, ids[0]]).toEqual([snapshotLimits.markers, 'm10']);
});
