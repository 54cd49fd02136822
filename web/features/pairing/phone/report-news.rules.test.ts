import { expect, test } from 'vitest';
import { pairingReportSchema, type PairingReport } from '#api/contract/pairing.ts';
import type { PhoneFacts, Piece } from './phone-facts.ts';
import { factsOfPhone, kindsOf, pieceOf } from './phone-fixture.ts';
import { batchesOf, newsOf, nothingTold, type Told } from './report-news.rules.ts';

const pace = { positionMs: 1_000, partsMs: 1_000, draftMs: 1_000, awayMs: 15_000 };

/** Returns a function that gives the reports of what has changed since its last call. */
function follow() {
  let told: Told = nothingTold;
  return (nowMs: number, change: Partial<PhoneFacts>, isDesktopThere = true): PairingReport[] => {
    const news = newsOf(factsOfPhone(change), told, { nowMs, isDesktopThere, pace });
    told = news.told;
    for (const report of news.reports) expect(pairingReportSchema.parse(report)).toEqual(report);
    return news.reports;
  };
}

const only = <K extends PairingReport['kind']>(kind: K, reports: readonly PairingReport[]) =>
  reports.filter((report): report is Extract<PairingReport, { kind: K }> => report.kind === kind);

/** Octets of a waveform: for each tenth of a second two pairs, the first of them silent. */
const peaksOf = (tenths: readonly number[]) =>
  Int8Array.from(tenths.flatMap((peak) => [0, 0, -Math.round(peak * 127), 0]));

test('The first look tells all there is, the next one nothing', () => {
  const look = follow();
  const facts = {
    atS: 0.2,
    peaks: peaksOf([0.5, 1]),
    levelDbfs: -20,
    battery: { charge: 0.5, charging: false },
    storedBytes: 1600,
    markers: [{ at: 0.1, kind: 'user' as const, code: '', text: '' }],
    draft: [pieceOf(0)],
  };
  expect(kindsOf(look(0, facts))).toEqual([
    'state',
    'level',
    'battery',
    'network',
    'parts',
    'marker',
    'draft',
  ]);
  expect(look(200, facts)).toEqual([]);
});

test('A stage, a problem, a warning and a session are told at once, a position once a second', () => {
  const look = follow();
  look(0, {});
  expect(look(100, { atS: 0.5 })).toEqual([]);
  expect(only('state', look(200, { atS: 0.5, stage: 'paused' }))[0]).toMatchObject({
    stage: 'paused',
    at: 0.5,
  });
  expect(kindsOf(look(300, { atS: 0.5, stage: 'paused', warnings: ['capture.muted'] }))).toEqual(['state']);
  expect(kindsOf(look(400, { atS: 0.5, stage: 'paused', problem: 'upload.disk_full' }))).toEqual(['state']);
  expect(kindsOf(look(500, { atS: 0.5, stage: 'paused' }))).toEqual(['state']);
  expect(look(900, { atS: 0.9, stage: 'paused' })).toEqual([]);
  expect(only('state', look(1_500, { atS: 1.46, stage: 'paused' }))[0]).toMatchObject({ at: 1.5 });
});

test('What an earlier page has recorded is not told as silence', () => {
  const look = follow();
  const facts = { peaks: peaksOf([0, 0, 0, 0.5]), peaksFromS: 0.3, levelDbfs: -12 };
  expect(only('level', look(0, facts))).toEqual([{ kind: 'level', at: 0.4, peaks: [0.5], level_dbfs: -12 }]);
});

test('A level has the peaks of the tenths of a second since the last one, and its place', () => {
  const look = follow();
  expect(only('level', look(0, { peaks: peaksOf([0.5, 0.25]), levelDbfs: -12.3 }))).toEqual([
    { kind: 'level', at: 0.2, peaks: [0.5, 0.25], level_dbfs: -12.3 },
  ]);
  // Half a tenth is not told yet.
  expect(look(200, { peaks: Int8Array.of(...peaksOf([0.5, 0.25]), 0, 99), levelDbfs: -12.3 })).toEqual([]);
  expect(only('level', look(400, { peaks: peaksOf([0.5, 0.25, 1]), levelDbfs: null }))).toEqual([
    { kind: 'level', at: 0.3, peaks: [1], level_dbfs: null },
  ]);
  // Before the recording and in a pause only the level changes.
  expect(only('level', look(600, { peaks: peaksOf([0.5, 0.25, 1]), levelDbfs: -40 }))).toEqual([
    { kind: 'level', at: 0.3, peaks: [], level_dbfs: -40 },
  ]);
});

test('A lowest sample of −128 is a peak of 1', () => {
  const [level] = only('level', follow()(0, { peaks: Int8Array.of(-128, 0, 0, 0) }));
  expect(level?.peaks).toEqual([1]);
});

test('After a long absence of the desktop the last minute comes, at its place', () => {
  const look = follow();
  look(0, { peaks: peaksOf([0.1]) });
  const long = peaksOf(Array.from({ length: 900 }, (_, at) => (at >= 300 ? 0.5 : 0)));
  expect(only('level', look(90_000, { peaks: long }, false))).toEqual([]);
  const [level] = only('level', look(90_200, { peaks: long }));
  expect(level).toMatchObject({ at: 90 });
  expect(level?.peaks).toEqual(Array.from({ length: 600 }, () => 0.5));
});

test('While the desktop is away, only changes of the stage come at once; markers, parts and draft wait', () => {
  const look = follow();
  look(0, {}, false);
  const later = {
    atS: 3,
    storedBytes: 9,
    peaks: peaksOf([1]),
    levelDbfs: -3,
    battery: { charge: 1, charging: true },
    isSending: false,
    markers: [{ at: 1, kind: 'user' as const, code: '', text: '' }],
    draft: [pieceOf(0)],
  };
  expect(look(5_000, later, false)).toEqual([]);
  expect(kindsOf(look(6_000, { ...later, stage: 'paused' }, false))).toEqual(['state']);
  expect(kindsOf(look(15_000, { ...later, stage: 'paused' }, false))).toEqual(['parts', 'marker', 'draft']);
  expect(look(15_200, { ...later, storedBytes: 99, stage: 'paused' }, false)).toEqual([]);
  const back = look(15_400, { ...later, storedBytes: 99, stage: 'paused' });
  expect(kindsOf(back)).toEqual(['level', 'battery', 'network']);
  expect(kindsOf(look(16_100, { ...later, storedBytes: 99, stage: 'paused' }))).toEqual(['parts']);
});

test('Each marker is told once, also two at the same place; a reload gives them the same ids', () => {
  const mark = (at: number) => ({ at, kind: 'user' as const, code: '', text: '' });
  const look = follow();
  const first = only('marker', look(0, { markers: [mark(1), mark(1)] }));
  expect(new Set(first.map(({ id }) => id)).size).toBe(2);
  const second = only('marker', look(200, { markers: [mark(0.5), mark(1), mark(1)] }));
  expect(second.map(({ marker }) => marker.at)).toEqual([0.5]);
  const again = only('marker', follow()(0, { markers: [mark(0.5), mark(1), mark(1)] }));
  expect(again.map(({ id }) => id).toSorted()).toEqual([...first, ...second].map(({ id }) => id).toSorted());
});

/** What the desktop makes of the reports of a draft. */
const applied = (draft: readonly Piece[], reports: readonly PairingReport[]): Piece[] => {
  const pieces = [...draft];
  for (const { from, pieces: told } of only('draft', reports)) pieces.splice(from, Infinity, ...told);
  return pieces;
};

test('A draft grows by its tail, and may become shorter', () => {
  const look = follow();
  const drafts = [
    [pieceOf(0), pieceOf(1)],
    [pieceOf(0), pieceOf(1, 'anders'), pieceOf(2)],
    [pieceOf(0), pieceOf(1, 'anders')],
    [],
    Array.from({ length: 1_200 }, (_, at) => pieceOf(at)),
  ];
  let seen: Piece[] = [];
  drafts.forEach((draft, at) => {
    const reports = look(at * 1_000, { draft });
    seen = applied(seen, reports);
    expect(seen).toEqual(draft);
    for (const { pieces } of only('draft', reports)) expect(pieces.length).toBeLessThanOrEqual(500);
  });
  const tail = only('draft', look(9_000, { draft: [...(drafts[4] ?? []), pieceOf(1_200)] }));
  expect(tail).toEqual([{ kind: 'draft', from: 1_200, pieces: [pieceOf(1_200)] }]);
});

test('A report of a draft holds so much text that the server takes it', () => {
  const draft = Array.from({ length: 90 }, (_, at) => pieceOf(at, 'ü'.repeat(2_000)));
  const reports = only('draft', follow()(0, { draft }));
  expect(applied([], reports)).toEqual(draft);
  for (const report of reports)
    expect(new TextEncoder().encode(JSON.stringify(report)).length).toBeLessThan(200_000);
});

test('In the next session everything of the recording begins anew, and nothing is told before there is one', () => {
  const look = follow();
  const markers = [{ at: 1, kind: 'user' as const, code: '', text: '' }];
  look(0, { peaks: peaksOf([0.1, 0.2]), draft: [pieceOf(0)], markers });
  const next = { part: 2, peaks: peaksOf([0.3]), draft: [pieceOf(0)], markers };
  expect(look(5_000, { ...next, sessionId: null })).toEqual([]);
  const reports = look(6_000, { ...next, sessionId: 's2' });
  expect(kindsOf(reports)).toEqual(['state', 'level', 'marker', 'draft']);
  expect(only('state', reports)[0]).toMatchObject({ session_id: 's2' });
  expect(only('level', reports)[0]).toMatchObject({ at: 0.1, peaks: [0.3] });
});

test('After a discard the markers and the draft of the new recording replace those before', () => {
  const look = follow();
  const markers = [{ at: 1, kind: 'user' as const, code: '', text: '' }];
  look(0, { atS: 5, markers, draft: [pieceOf(0), pieceOf(1)] });
  const off = look(5_000, { stage: 'off', atS: 0 });
  expect(kindsOf(off)).toEqual(['state', 'draft']);
  expect(only('draft', off)).toEqual([{ kind: 'draft', from: 0, pieces: [] }]);
  const next = look(9_000, { atS: 3, markers, draft: [pieceOf(0)] });
  expect(kindsOf(next)).toEqual(['state', 'marker', 'draft']);
  expect(only('draft', next)).toEqual([{ kind: 'draft', from: 0, pieces: [pieceOf(0)] }]);
});

test('A new recording is seen by its position too, if nothing was told between both', () => {
  const look = follow();
  look(0, { atS: 60, draft: [pieceOf(0), pieceOf(1)], peaks: peaksOf([0.1]) });
  const next = look(60_000, { atS: 3, draft: [pieceOf(0)], peaks: peaksOf([0.2, 0.3]) });
  expect(only('draft', next)).toEqual([{ kind: 'draft', from: 0, pieces: [pieceOf(0)] }]);
  expect(only('level', next)[0]).toMatchObject({ at: 0.2, peaks: [0.2, 0.3] });
});

test('As long as nobody knows what the server has, a draft of nothing is told too, once', () => {
  const look = follow();
  expect(only('draft', look(0, { draft: [] }))).toEqual([{ kind: 'draft', from: 0, pieces: [] }]);
  expect(look(2_000, { draft: [] })).toEqual([]);
});

test('The peaks of a discarded recording are not those of the next', () => {
  const look = follow();
  look(0, { peaks: peaksOf([0.1, 0.2, 0.3]) });
  expect(only('level', look(200, { peaks: peaksOf([0.5]) }))[0]).toMatchObject({ at: 0.1, peaks: [0.5] });
});

test('A request has a hundred reports and one of a draft at most, in their order', () => {
  const marker = { kind: 'marker', id: 'm', marker: { at: 0, kind: 'user', code: '', text: '' } } as const;
  const draft: PairingReport = { kind: 'draft', from: 0, pieces: [] };
  const reports: PairingReport[] = [
    ...Array.from({ length: 250 }, () => marker),
    draft,
    { ...draft },
    marker,
  ];
  const batches = batchesOf(reports);
  expect(batches.map((batch) => batch.length)).toEqual([100, 100, 51, 2]);
  expect(batches.flat()).toEqual(reports);
  expect(batchesOf([draft, { ...draft }]).map((batch) => batch.length)).toEqual([1, 1]);
  expect(batchesOf([])).toEqual([]);
});
