import { array, assert, boolean, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildDialogue, buildSegment, buildTranscript, linesOf } from '#api/testing/build-transcript.ts';
import type { EditOp } from '#api/contract/edits.ts';
import { applyEdits, applyValid, createOverlay, EditInvalid } from './overlay.ts';
import { matchWords, textToWords } from './realign.ts';
import type { Transcript } from '#api/contract/transcript.ts';

const dialogue = buildDialogue(['A: Guten Tag Herr Meyer.', 'B: Guten Tag.', 'A: Wir fangen an.']);
const timesOf = (text: string) => {
  const [segment] = applyEdits(dialogue, [{ op: 'text', segment: 's1', text }]).segments;
  return segment!.words.map((word) => [word.text, word.start, word.end, word.confidence]);
};

describe('a text that a person wrote', () => {
  it('keeps time and confidence of the words that stay, case and punctuation aside', () => {
    expect(timesOf('guten Tag, Herr Meier!')).toEqual([
      ['guten', 0, 0.4, 0.5],
      ['Tag,', 0.4, 0.8, 0.5],
      ['Herr', 0.8, 1.2, 0.5],
      ['Meier!', 1.2, 1.6, 1],
    ]);
  });

  it('shares the time of what it replaces by length', () => {
    expect(timesOf('Guten Tag Frau Ott Meyer.').slice(2, 4)).toEqual([
      ['Frau', 0.8, 1.022, 1],
      ['Ott', 1.022, 1.2, 1],
    ]);
  });

  it('gives words between words that stay the gap between them', () => {
    const gap = buildTranscript([
      buildSegment('s1', '', {
        text: 'a b',
        words: [
          { text: 'a', start: 0, end: 1, confidence: 0.5 },
          { text: 'b', start: 2, end: 3, confidence: 0.5 },
        ],
      }),
    ]);
    const [segment] = applyEdits(gap, [{ op: 'text', segment: 's1', text: 'a c b' }]).segments;
    expect(segment?.words[1]).toEqual({ text: 'c', start: 1, end: 2, confidence: 1 });
  });

  it('is believed: the doubt goes; the machine’s own text, typed back, has its words and its doubt again', () => {
    const doubted = buildTranscript([buildSegment('s1', 'eins zwei', { doubt: 'unsure' })]);
    const other: EditOp = { op: 'text', segment: 's1', text: 'eins drei' };
    const own: EditOp = { op: 'text', segment: 's1', text: ' eins  zwei' };
    expect(applyEdits(doubted, [other]).segments[0]?.doubt).toBeNull();
    expect(applyEdits(doubted, [own])).toEqual(doubted);
    expect(applyEdits(applyEdits(doubted, [other]), [own])).toEqual(doubted);
  });

  it('hangs on what the machine wrote alone: emptied and typed anew, the times are the same', () => {
    const text = (value: string): EditOp => ({ op: 'text', segment: 's1', text: value });
    const once = applyEdits(dialogue, [text('Guten Tag Frau Meier')]);
    const often = ['', 'G', 'Guten', 'Guten Tag Frau', 'Guten Tag Frau Meier'].map(text);
    expect(applyEdits(dialogue, often)).toEqual(once);
    expect(applyEdits(once, often)).toEqual(once);
  });

  it('stands in one line, with signs in the word before them, and may be empty', () => {
    expect(textToWords(' Est-ce\n bien   vrai ? – Oui !')).toEqual(['Est-ce', 'bien', 'vrai ? –', 'Oui !']);
    expect(textToWords('– Ja')).toEqual(['– Ja']);
    expect(timesOf('  ')).toEqual([]);
  });

  it('keeps as many words as any order allows (Myers against the table of all pairs)', () => {
    const texts = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 });
    assert(
      property(texts, texts, (a, b) => {
        const partners = matchWords(a, b);
        const kept = [...partners].filter((partner) => partner !== -1);
        expect(kept).toEqual([...new Set(kept)].toSorted((x, y) => x - y));
        partners.forEach((partner, index) => expect([b[index], undefined]).toContain(a[partner]));
        expect(kept.length).toBe(longestCommon(a, b));
      }),
      { numRuns: 500 },
    );
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const x of a) {
    const next: number[] = [];
    b.forEach((y, j) => next.push(x === y ? (row[j - 1] ?? 0) + 1 : Math.max(row[j]!, next[j - 1] ?? 0)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

describe('a draft that has edits', () => {
  const draft = { engine: 'preview', model: 'whisper-tiny' } as const;

  it('is still marked, from its present first segment on', () => {
    const whole: Transcript = { ...dialogue, engine: 'preview', draft: { ...draft, from: 's1' } };
    const edited = applyEdits(whole, [{ op: 'replace', segments: ['s1'], by: [] }]);
    expect(edited.draft).toEqual({ ...draft, from: 's2' });
  });

  it('is still marked where it continues a transcription', () => {
    const begun: Transcript = { ...dialogue, draft: { ...draft, from: 's3' } };
    const edited = applyEdits(begun, [{ op: 'text', segment: 's1', text: 'Guten Abend.' }]);
    expect(edited.draft).toEqual({ ...draft, from: 's3' });
    expect(applyEdits(dialogue, [{ op: 'text', segment: 's1', text: 'Guten Abend.' }]).draft).toBeUndefined();
  });
});

describe('edits of turns', () => {
  it('merge neighbours: the first one’s id and speaker, all words, the first doubt', () => {
    const doubted = {
      ...dialogue,
      segments: dialogue.segments.map((each, index) => ({
        ...each,
        doubt: index === 1 ? ('unsure' as const) : null,
      })),
    };
    const after = applyEdits(doubted, [{ op: 'merge', segments: ['s1', 's2', 's3'] }]);
    expect(linesOf(after)).toEqual(['A: Guten Tag Herr Meyer. Guten Tag. Wir fangen an.']);
    expect(after.segments[0]).toMatchObject({
      id: 's1',
      start: 0,
      end: dialogue.segments[2]!.end,
      doubt: 'unsure',
    });
    expect(after.segments[0]!.words).toEqual(dialogue.segments.flatMap(({ words }) => words));
  });

  it('split at a time; merged again, nothing has changed', () => {
    const split: EditOp = { op: 'split', segment: 's1', at: 0.8 };
    const after = applyEdits(dialogue, [split]);
    expect(after.segments.slice(0, 2)).toMatchObject([
      { id: 's1', text: 'Guten Tag', start: 0, end: 0.8 },
      { id: 's1/800', text: 'Herr Meyer.', start: 0.8, end: 1.6, speaker: 'A' },
    ]);
    expect(applyEdits(after, [{ op: 'merge', segments: ['s1', 's1/800'] }])).toEqual(dialogue);
  });

  it('a part of a part is named after the whole, so that names do not grow', () => {
    const ops: EditOp[] = [0.4, 0.8, 1.2].map((at, index) => ({
      op: 'split',
      segment: index === 0 ? 's1' : `s1/${index * 400}`,
      at,
    }));
    expect(applyEdits(dialogue, ops).segments.map(({ id }) => id)).toEqual([
      's1',
      's1/400',
      's1/800',
      's1/1200',
      's2',
      's3',
    ]);
  });

  it('split a text as it is spelled, also where words are written together', () => {
    const french = buildTranscript([buildSegment('s1', 'l’ homme est là', { text: 'l’homme est là' })]);
    const texts = applyEdits(french, [{ op: 'split', segment: 's1', at: 0.8 }]).segments.map(
      ({ text }) => text,
    );
    expect(texts).toEqual(['l’homme', 'est là']);
  });

  it('a draft without times of words is split and merged by length', () => {
    const draft = buildTranscript([buildSegment('d1', 'eins zwei', { words: [] })]);
    const texts = applyEdits(draft, [{ op: 'split', segment: 'd1', at: 0.3 }]).segments.map(
      ({ text }) => text,
    );
    expect(texts).toEqual(['eins', 'zwei']);
  });

  it('name a speaker, make a new one and give them a turn', () => {
    const after = applyEdits(dialogue, [
      { op: 'speaker', key: 'A', name: 'Präsidentin' },
      { op: 'speaker', key: '__proto__', name: 'Dritter' },
      { op: 'assign', segment: 's3', speaker: '__proto__' },
    ]);
    expect(after.segments.map(({ speaker }) => speaker)).toEqual(['A', 'B', '__proto__']);
    expect(Object.entries(after.speakers).map(([key, { name }]) => [key, name])).toEqual([
      ['A', 'Präsidentin'],
      ['B', ''],
      ['__proto__', 'Dritter'],
    ]);
  });

  it.each<EditOp>([
    { op: 'text', segment: 's9', text: 'x' },
    { op: 'assign', segment: 's9', speaker: 'A' },
    { op: 'assign', segment: 's1', speaker: 'C' },
    { op: 'assign', segment: 's1', speaker: 'constructor' },
    { op: 'merge', segments: ['s1', 's3'] },
    { op: 'merge', segments: ['s2', 's1'] },
    { op: 'merge', segments: ['s1', 's1'] },
    { op: 'split', segment: 's1', at: 0 },
    { op: 'split', segment: 's1', at: 1.6 },
    { op: 'dismiss', unapplied: '1-1' },
  ])('are refused where there is no such place, and change nothing: %j', (op) => {
    const overlay = createOverlay(dialogue);
    expect(() => overlay.apply(op)).toThrow(EditInvalid);
    expect(overlay.transcript()).toEqual(dialogue);
  });

  it('leave the transcript that they lie upon as it is, and the segments they do not name the same objects', () => {
    const before = structuredClone(dialogue);
    const after = applyEdits(dialogue, [
      { op: 'merge', segments: ['s1', 's2'] },
      { op: 'split', segment: 's1', at: 2 },
      { op: 'text', segment: 's1', text: 'anders' },
    ]);
    expect(dialogue).toEqual(before);
    expect(after.segments.at(-1)).toBe(dialogue.segments.at(-1));
  });

  it('one by one come to the same as all at once', () => {
    const ops: EditOp[] = [
      { op: 'merge', segments: ['s1', 's2'] },
      { op: 'text', segment: 's1', text: 'Guten Tag Frau Meier' },
      { op: 'merge', segments: ['s1', 's3'] },
      { op: 'split', segment: 's1', at: 0.8 },
    ];
    expect(ops.reduce((so, op) => applyEdits(so, [op]), dialogue)).toEqual(applyEdits(dialogue, ops));
  });

  it('that merge and split in any order lose no word, double none and keep every name of a segment its own', () => {
    const words = ({ segments }: Transcript) => segments.flatMap((segment) => segment.words);
    const wishes = array(tuple(boolean(), integer({ min: 0, max: 40 }), integer({ min: 0, max: 25 })), {
      maxLength: 30,
    });
    assert(
      property(wishes, (choices) => {
        const overlay = createOverlay(dialogue);
        for (const [isMerge, place, tenths] of choices) {
          const { segments } = overlay.transcript();
          const index = place % segments.length;
          const [segment, next] = [segments[index]!, segments[index + 1]];
          try {
            if (isMerge) overlay.apply({ op: 'merge', segments: [segment.id, next?.id ?? ''] });
            else overlay.apply({ op: 'split', segment: segment.id, at: segment.start + tenths / 10 });
          } catch (error) {
            if (!(error instanceof EditInvalid)) throw error;
          }
        }
        const after = overlay.transcript();
        expect(words(after)).toEqual(words(dialogue));
        expect(after.segments.map(({ text }) => text).join(' ')).toBe(
          dialogue.segments.map(({ text }) => text).join(' '),
        );
        expect(new Set(after.segments.map(({ id }) => id)).size).toBe(after.segments.length);
      }),
      { numRuns: 300 },
    );
  });

  it('that do not fit are told apart from those that do', () => {
    const [gone, name]: EditOp[] = [
      { op: 'text', segment: 's9', text: 'x' },
      { op: 'speaker', key: 'A', name: 'Anna' },
    ];
    const { transcript, applied, invalid } = applyValid(dialogue, [gone!, name!]);
    expect([transcript.speakers['A'], applied, invalid]).toEqual([{ name: 'Anna' }, [name], [gone]]);
  });
});
