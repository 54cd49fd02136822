import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits, createOverlay, EditInvalid, type Overlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { buildDialogue } from '#api/testing/build-transcript.ts';
import { applyInvertibly } from './edit-inverse.rules.ts';

const spoken = buildDialogue([
  'A: Guten Tag Herr Meyer.',
  'B: Guten Tag.',
  'A: Wir fangen jetzt an.',
  'B: Ja, gern.',
]);
/** A transcript with a doubt, a text that differs from its words, and a draft without words. */
const machine: Transcript = {
  ...spoken,
  segments: spoken.segments.map((each, index) => ({
    ...each,
    doubt: index === 1 ? ('unsure' as const) : null,
    text: index === 2 ? 'Wir fangen jetztan.' : each.text,
    words: index === 3 ? [] : each.words,
  })),
};

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const wish = fc.record({
  kind: fc.constantFrom('text', 'text', 'assign', 'merge', 'split', 'insert', 'remove', 'speaker', 'replace'),
  where: share,
  how: share,
  text: fc.array(fc.constantFrom('Guten', 'Tag', 'Meier', 'jetzt', 'ja', 'gern.'), { maxLength: 5 }),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

function wishToOp(overlay: Overlay, { kind, where, how, text }: Wish, step: number): EditOp {
  const segments = overlay.segments();
  const one: Segment | undefined = segments[Math.floor(where * segments.length)];
  const next = one && overlay.after(one.id);
  const id = one?.id ?? 'none';
  const words = one?.words ?? [];
  const pick = how > 0.5 ? segments.slice(0, 3) : one ? [one] : [];
  // As in the editor, a segment that replaces others has their time.
  const [start, end] = [pick[0]?.start ?? 0, Math.max(0, ...pick.map((each) => each.end))];
  const ops: Record<Wish['kind'], EditOp> = {
    text: { op: 'text', segment: id, text: text.join(' ') },
    assign: { op: 'assign', segment: id, speaker: how < 0.5 ? 'A' : 'B' },
    merge: { op: 'merge', segments: [id, next?.id ?? 'none'] },
    split: {
      op: 'split',
      segment: id,
      at: words[Math.floor(how * words.length)]?.start ?? (one?.start ?? 0) + how,
    },
    insert: {
      op: 'insert',
      id: `i${step}`,
      after: how < 0.2 ? null : id,
      speaker: 'A',
      start: how * 9,
      end: how * 9 + 1,
      text: text.join(' '),
    },
    remove: { op: 'replace', segments: [id, ...(next && how < 0.3 ? [next.id] : [])], by: [] },
    speaker: { op: 'speaker', key: how < 0.5 ? 'A' : 'B', name: `Name ${step}` },
    replace: {
      op: 'replace',
      segments: pick.length > 0 ? pick.map((each) => each.id) : [id],
      by: one ? [{ ...one, id: pick[0]?.id ?? id, start, end, doubt: null }] : [],
    },
  };
  return ops[kind];
}

function edit(overlay: Overlay, wishes: readonly Wish[]): { op: EditOp; back: EditOp[] }[] {
  return wishes.flatMap((each, step) => {
    const op = wishToOp(overlay, each, step);
    try {
      return [{ op, back: applyInvertibly(overlay, op) }];
    } catch (error) {
      if (error instanceof EditInvalid) return [];
      throw error;
    }
  });
}
const wishes = fc.array(wish, { maxLength: 25 });

describe('Edits and what puts them back', () => {
  it('leave the very same transcript, step by step', () => {
    fc.assert(
      fc.property(wishes, (choices) => {
        const overlay = createOverlay(machine);
        const states = [overlay.transcript()];
        const done = edit(overlay, choices).map((each) => {
          states.push(applyEdits(states.at(-1)!, [each.op]));
          return each;
        });
        expect(overlay.transcript().segments).toEqual(states.at(-1)!.segments);
        states.pop();
        for (const { back } of done.toReversed()) {
          for (const op of back) overlay.apply(op);
          const { segments, speakers } = overlay.transcript();
          const was = states.pop()!;
          expect({ segments, speakers }).toEqual({ segments: was.segments, speakers: was.speakers });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the same for a server that has them all and a page that got the transcript in between', () => {
    fc.assert(
      fc.property(wishes, fc.nat(25), (choices, cut) => {
        const ops = edit(createOverlay(machine), choices).map(({ op }) => op);
        const atServer = applyEdits(machine, ops);
        const onPage = structuredClone(applyEdits(machine, ops.slice(0, cut)));
        expect(applyEdits(onPage, ops.slice(cut)).segments).toEqual(atServer.segments);
      }),
      { numRuns: 300 },
    );
  });

  it('keep every name of a segment its own, and turns in order of time', () => {
    fc.assert(
      fc.property(wishes, (choices) => {
        const overlay = createOverlay(machine);
        edit(
          overlay,
          choices.filter(({ kind }) => kind !== 'replace'),
        );
        const segments = overlay.segments();
        expect(new Set(segments.map(({ id }) => id)).size).toBe(segments.length);
        segments.forEach(({ start, end, words }, index) => {
          expect(start).toBeGreaterThanOrEqual(segments[index - 1]?.start ?? 0);
          expect(end).toBeGreaterThanOrEqual(start);
          words.forEach((word, place) =>
            expect(word.start).toBeGreaterThanOrEqual(words[place - 1]?.start ?? 0),
          );
        });
      }),
      { numRuns: 300 },
    );
  });

  it('that write a text twice come to the same as once, whatever stood there in between', () => {
    fc.assert(
      fc.property(wishes, fc.string(), fc.string(), (choices, text, other) => {
        const overlay = createOverlay(machine);
        edit(overlay, choices);
        const [first] = overlay.segments();
        fc.pre(first !== undefined);
        overlay.apply({ op: 'text', segment: first.id, text });
        const once = overlay.transcript();
        for (const each of [text, other, text]) overlay.apply({ op: 'text', segment: first.id, text: each });
        expect(overlay.transcript()).toEqual(once);
      }),
      { numRuns: 300 },
    );
  });
});
