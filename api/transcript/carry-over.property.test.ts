import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits, createOverlay, rootOf } from '#api/shared/transcript-edit/overlay.ts';
import { tidyText } from '#api/shared/transcript-edit/realign.ts';
import type { Segment, Transcript, Unapplied, Word } from '#api/contract/transcript.ts';
import { carryOver, type Carried } from './carry-over.rules.ts';
import { changedPlaces } from './carry-changes.rules.ts';
import { insertsOf, placesOf } from './carry-inserts.rules.ts';
import { toleranceS } from './carry-places.rules.ts';

const toMs = (s: number): number => Math.round(s * 1000) / 1000;
// Few words, so that places look alike.
const vocabulary = ['ja', 'nein', 'und', 'wir', 'Haus', 'Zahlen.', 'gut,', 'Meyer'];

/** Speech in turns: words of 0.2 to 0.6 s, with pauses of any length. */
const machine: fc.Arbitrary<Transcript> = fc
  .array(
    fc.record({
      speaker: fc.constantFrom('A', 'B', 'C'),
      pauseMs: fc.integer({ min: 0, max: 1500 }),
      words: fc.array(
        fc.record({
          text: fc.constantFrom(...vocabulary),
          ms: fc.integer({ min: 200, max: 600 }),
          gapMs: fc.constantFrom(0, 0, 0, 120, 400),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((turns) => {
    let ms = 1_000;
    const segments = turns.map(({ speaker, pauseMs, words: said }, index): Segment => {
      ms += pauseMs;
      const words = said.map(({ text, ms: length, gapMs }): Word => {
        const start = ms + gapMs;
        ms = start + length;
        return { text, start: start / 1000, end: ms / 1000, confidence: 0.5 };
      });
      return segmentOf(`s${index + 1}`, speaker, words);
    });
    return transcriptOf(segments, 1);
  });

const segmentOf = (id: string, speaker: string, words: Word[], doubt: Segment['doubt'] = null): Segment => ({
  id,
  speaker,
  words,
  doubt,
  start: words[0]!.start,
  end: words.at(-1)!.end,
  text: words.map(({ text }) => text).join(' '),
});
const transcriptOf = (segments: Segment[], version: number): Transcript => ({
  version,
  engine: 'test',
  partial: false,
  segments,
  unapplied: [],
  speakers: Object.fromEntries(segments.map(({ speaker }) => [speaker, { name: '' }])),
});

/** A number from 0 to 1 that selects among what exists. */
const choice = fc.double({ min: 0, max: 0.999, noNaN: true });
const wish = fc.record({
  kind: fc.constantFrom('text', 'text', 'assign', 'merge', 'split', 'speaker', 'insert', 'remove'),
  where: choice,
  how: choice,
  text: fc.array(fc.constantFrom(...vocabulary, 'Meier', 'Sitzung'), { maxLength: 6 }),
});

const nobody: Word = { text: '', start: 0, end: 0, confidence: 0 };

/** Possible edits, one after the other. */
const edited = fc.tuple(machine, fc.array(wish, { minLength: 1, maxLength: 8 })).map(([old, wishes]) => {
  const overlay = createOverlay(old);
  const ops: EditOp[] = [];
  for (const { kind, where, how, text } of wishes) {
    const { segments, speakers } = overlay.transcript();
    const index = Math.floor(where * segments.length);
    const { id, words, speaker, end } = segments[index] ?? segmentOf('none', 'A', [nobody]);
    const next = segments[index + 1];
    const at = words[1 + Math.floor(how * (words.length - 1))]?.start ?? 0;
    const keys = [...Object.keys(speakers), 'X'];
    const key = keys[Math.floor(how * keys.length)]!;
    const op = {
      text: { op: 'text', segment: id, text: text.join(' ') },
      assign: { op: 'assign', segment: id, speaker: keys[Math.floor(how * (keys.length - 1))]! },
      merge: { op: 'merge', segments: [id, next?.id ?? ''] },
      split: { op: 'split', segment: id, at },
      speaker: { op: 'speaker', key, name: `Name ${ops.length}` },
      insert: {
        op: 'insert',
        id: `i${ops.length}`,
        after: id,
        speaker,
        start: end,
        end: next?.start ?? end + 1,
        text: text.join(' '),
      },
      remove: { op: 'replace', segments: [id], by: [] },
    }[kind] as EditOp;
    try {
      overlay.apply(op);
      ops.push(op);
    } catch {
      // There is no such neighbour or place.
    }
  }
  return { old, ops };
});

/** Another engine on the same audio: other seams and words, slightly different times, some speech missing. */
const another = fc.record({
  seams: fc.array(choice, { maxLength: 8 }),
  shiftMs: fc.integer({ min: -300, max: 300 }),
  lost: fc.array(choice, { maxLength: 2 }),
  misheard: fc.array(choice, { maxLength: 4 }),
  speakers: fc.array(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 9, maxLength: 9 }),
  isDoubted: fc.boolean(),
});
type Another = {
  seams: number[];
  shiftMs: number;
  lost: number[];
  misheard: number[];
  speakers: string[];
  isDoubted: boolean;
};
function heardBy(old: Transcript, how: Another): Transcript {
  const all = old.segments.flatMap(({ words }) => words);
  const at = (choices: readonly number[]) => new Set(choices.map((each) => Math.floor(each * all.length)));
  const [lost, misheard, seams] = [at(how.lost), at(how.misheard), at(how.seams)];
  const runs: Word[][] = [[]];
  all.forEach((word, index) => {
    if (seams.has(index)) runs.push([]);
    if (lost.has(index)) return;
    const shiftS = how.shiftMs / 1000;
    const text = misheard.has(index) ? 'ähm' : word.text;
    runs.at(-1)!.push({ ...word, text, start: toMs(word.start + shiftS), end: toMs(word.end + shiftS) });
  });
  const doubt = how.isDoubted ? ('unsure' as const) : null;
  const segments = runs
    .filter((run) => run.length > 0)
    .map((run, index) => segmentOf(`n${index + 1}`, how.speakers[index]!, run, doubt));
  return transcriptOf(segments, 2);
}

/** Whether all inserted turns are in pauses of the engine's transcript, and not in place of deleted text. */
const areInPauses = (old: Transcript, ops: EditOp[]): boolean =>
  insertsOf(old, applyEdits(old, ops)).every((turn) =>
    old.segments.every(({ words }) =>
      words.every(({ start, end }) => end <= turn.start || start >= turn.end),
    ),
  );

const applied = (target: Transcript, { ops, unapplied }: Carried): Transcript =>
  applyEdits({ ...target, unapplied }, ops);
const shown = ({ segments, speakers }: Transcript) => ({ segments, speakers });
/** A fixed seed unless CARRY_SEED is set, because about one in 10,000 cases fails by a known open fault (docs/limits.md). */
const runs = { numRuns: 300, seed: Number(process.env['CARRY_SEED'] ?? 1) };

describe('carrying edits over', () => {
  it('into the same transcript again gives the same edited transcript', () => {
    fc.assert(
      fc.property(edited, ({ old, ops }) => {
        const target = { ...old, version: 2 };
        const result = carryOver(old, ops, target);
        expect(shown(applied(target, result))).toEqual(shown(applyEdits(old, ops)));
        expect(result.unapplied).toEqual([]);
      }),
      runs,
    );
  });

  it('into the same words under other names, with something more at the end, shows every text and every turn', () => {
    fc.assert(
      fc.property(edited, ({ old, ops }) => {
        const renamed = old.segments.map((each) => ({
          ...each,
          id: `n${each.id}`,
          speaker: `${each.speaker}!`,
        }));
        const endS = old.segments.at(-1)!.end + 30;
        const more = segmentOf('more', 'Z', [
          { text: 'Schluss.', start: endS, end: endS + 0.4, confidence: 0.5 },
        ]);
        const target = transcriptOf([...renamed, more], 2);
        // A seam between two words of a person has a place only if both have a time.
        fc.pre(changedPlaces(old, ops, applyEdits(old, ops)).every(({ parts }) => parts.length === 0));
        fc.pre(areInPauses(old, ops));
        const after = applied(target, carryOver(old, ops, target));
        expect(after.unapplied).toEqual([]);
        const turns = ({ segments, speakers }: Transcript) =>
          segments
            .filter(({ text }) => text !== '')
            .map(({ text, speaker }) => `${speakers[speaker]!.name || speaker.replace('!', '')}: ${text}`);
        expect(turns(after).slice(0, -1)).toEqual(turns(applyEdits(old, ops)));
      }),
      runs,
    );
  });

  it('into the same words in other segments lists no text and no turn', () => {
    fc.assert(
      fc.property(edited, another, ({ old, ops }, how) => {
        fc.pre(changedPlaces(old, ops, applyEdits(old, ops)).every(({ parts }) => parts.length === 0));
        fc.pre(areInPauses(old, ops));
        const target = heardBy(old, { ...how, shiftMs: 0, lost: [], misheard: [] });
        const { unapplied } = carryOver(old, ops, target);
        expect(unapplied.filter(({ kind }) => kind !== 'speaker' && kind !== 'assign')).toEqual([]);
      }),
      runs,
    );
  });

  it('loses nothing: every text and every name is there or listed, and words away from changes stay as they are', () => {
    fc.assert(
      fc.property(edited, another, ({ old, ops }, how) => {
        const target = heardBy(old, how);
        const before = applyEdits(old, ops);
        const result = carryOver(old, ops, target);
        const after = applied(target, result);
        const changes = changedPlaces(old, ops, before);
        const listed = (kind: Unapplied['kind']) =>
          result.unapplied.filter((each) => each.kind === kind).map(({ text }) => text);

        const all = after.segments.flatMap((each) => each.words);
        for (const { segment, isWritten, startS, endS } of changes) {
          if (!isWritten) continue;
          const near = all.filter(({ start, end }) => end > startS - 1 && start < endS + 1);
          const isShown = near
            .map(({ text }) => text)
            .join(' ')
            .includes(segment.text);
          expect(isShown || listed('text').includes(segment.text)).toBe(true);
        }

        for (const { text } of insertsOf(old, before)) {
          const texts = after.segments.map((each) => each.text);
          const isHeard = texts.join(' ').includes(text);
          expect(isHeard || listed('insert').includes(text)).toBe(true);
        }

        const names = Object.values(before.speakers).map(({ name }) => name);
        const kept = [...Object.values(after.speakers).map(({ name }) => name), ...listed('speaker')];
        expect(kept).toEqual(expect.arrayContaining(names.filter((name) => name !== '')));

        const words = new Set(
          after.segments.flatMap((each) => each.words.map((word) => JSON.stringify(word))),
        );
        const isAway = ({ start, end }: Word) =>
          changes.every(({ startS, endS }) => end < startS - toleranceS || start > endS + toleranceS);
        const away = target.segments.flatMap((each) => each.words).filter(isAway);
        expect(words).toEqual(new Set([...words, ...away.map((word) => JSON.stringify(word))]));
      }),
      runs,
    );
  });

  it('knows every segment that is not as the machine wrote it', () => {
    fc.assert(
      fc.property(edited, ({ old, ops }) => {
        const before = applyEdits(old, ops);
        const known = new Set(changedPlaces(old, ops, before).map(({ segment }) => rootOf(segment.id)));
        const said = (segment: Segment, place: string | number) =>
          JSON.stringify([place, segment.speaker, tidyText(segment.text)]);
        const machines = new Set(
          old.segments.flatMap((each) => [said(each, each.id), said(each, each.start)]),
        );
        for (const each of placesOf(old, before).segments)
          expect(
            known.has(rootOf(each.id)) ||
              machines.has(said(each, each.id)) ||
              machines.has(said(each, each.start)),
          ).toBe(true);
      }),
      runs,
    );
  });

  it('a second time into the same changes nothing more, and keeps the list', () => {
    fc.assert(
      fc.property(edited, another, ({ old, ops }, how) => {
        const target = heardBy(old, how);
        const first = carryOver(old, ops, target);
        const again = { ...target, version: 3 };
        const second = carryOver({ ...target, unapplied: first.unapplied }, first.ops, again);
        expect(shown(applied(again, second))).toEqual(shown(applied(target, first)));
        expect(second.unapplied).toEqual(first.unapplied);
      }),
      runs,
    );
  });
});
