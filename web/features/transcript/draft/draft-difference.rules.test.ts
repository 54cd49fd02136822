import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '#api/shared/transcript-edit/overlay.ts';
import type { Segment, Transcript, Word } from '#api/contract/transcript.ts';
import { compareWithDraft, draftStart, wordKey } from './draft-difference.rules.ts';

/** Returns a segment in which each word takes half a second. */
function segment(id: string, text: string, start: number): Segment {
  const texts = text.split(' ').filter(Boolean);
  const words = texts.map((one, index): Word => {
    const at = start + index / 2;
    return { text: one, start: at, end: at + 0.4, confidence: 0.9 };
  });
  return { id, speaker: 'A', start, end: words.at(-1)?.end ?? start, text, words, doubt: null };
}

const transcript = (segments: Segment[], change: Partial<Transcript> = {}): Transcript => ({
  version: 2,
  engine: 'fixture',
  partial: false,
  speakers: { A: { name: '' }, B: { name: '' } },
  segments,
  unapplied: [],
  ...change,
});
const draftOf = (segments: Segment[]) =>
  transcript(segments, { version: 1, engine: 'preview', partial: true });

/** Shows the differences in the text: `[draft|transcription]`. */
function marked(shown: Transcript, draft: Transcript): string {
  const { changed, goneBefore, goneAfter } = compareWithDraft(shown, draft);
  return shown.segments
    .map(({ words }) =>
      words
        .map((word) => {
          const key = wordKey(word);
          const before = goneBefore.has(key) ? `-${goneBefore.get(key)}- ` : '';
          const after = goneAfter.has(key) ? ` -${goneAfter.get(key)}-` : '';
          return `${before}${changed.has(key) ? `+${word.text}+` : word.text}${after}`;
        })
        .join(' '),
    )
    .join(' / ');
}
const compared = (written: string, drafted: string) =>
  marked(transcript([segment('s1', written, 1)]), draftOf([segment('d1', drafted, 1)]));

describe('differences from the draft', () => {
  it('are the words that differ, not case, punctuation and blanks', () => {
    expect(compared('Der Rat, bewilligt den Kredit.', 'der rat bewilligt den Kredit')).toBe(
      'Der Rat, bewilligt den Kredit.',
    );
    expect(compared('Die E-Mail – kam', 'die e mail kam')).toBe('Die E-Mail – kam');
    expect(compared('Der Rat bewilligt den Kredit.', 'Der Tag bewilligt Kredit')).toBe(
      'Der -Tag- +Rat+ bewilligt +den+ Kredit.',
    );
  });

  it('name what the draft has in place of a word, and count the longer side', () => {
    const written = transcript([segment('s1', 'wir sind sehr froh', 0)]);
    const draft = draftOf([segment('d1', 'wir waren froh heute', 0)]);
    const difference = compareWithDraft(written, draft);
    expect([...difference.changed.values()]).toEqual(['waren', 'waren']);
    expect(difference.count).toBe(3);
    expect(marked(written, draft)).toBe('wir -waren- +sind+ +sehr+ froh -heute-');
  });

  it('stay at their place where a word is said again and again', () => {
    expect(compared('ja ja ja gut', 'ja ja gut')).toMatch(/^(?=.*\+ja\+)(?!.*\+.*\+ .*\+).* gut$/);
  });

  it('do not arise where a word at an edge of segments was heard a little earlier or later', () => {
    const written = [segment('s1', 'wir beginnen heute und', 0), segment('s2', 'morgen ist Schluss', 2)];
    const early = [segment('d1', 'wir beginnen heute und morgen', -0.6), segment('d2', 'ist Schluss', 2.1)];
    const late = [segment('d1', 'wir beginnen', 0.4), segment('d2', 'heute und morgen ist Schluss', 2.2)];
    const plain = 'wir beginnen heute und / morgen ist Schluss';
    expect(marked(transcript(written), draftOf(early))).toBe(plain);
    expect(marked(transcript(written), draftOf(late))).toBe(plain);
  });

  it('stand in the segment that was said at the same time', () => {
    const written = transcript([segment('s1', 'eins zwei', 0), segment('s2', 'fünf sechs', 4)]);
    const draft = draftOf([segment('d1', 'eins zwei drei', 0), segment('d2', 'vier fünf sechs', 3.5)]);
    expect(marked(written, draft)).toBe('eins zwei -drei- / -vier- fünf sechs');
  });

  it('are found in a draft without times of words, as the recognition of a browser writes it', () => {
    const draft = draftOf([{ ...segment('d1', 'der Rat bewilligt viele Kredite', 0), words: [] }]);
    const written = transcript([segment('s1', 'Der Rat bewilligt', 0), segment('s2', 'den Kredit', 1.5)]);
    expect(marked(written, draft)).toBe('Der Rat bewilligt / -viele Kredite- +den+ +Kredit+');
  });

  it('end with the transcription while it is being written', () => {
    const written = transcript([segment('s1', 'eins zwei', 0), segment('d2', 'drei vier', 2)], {
      partial: true,
      draft: { engine: 'preview', model: '', from: 'd2' },
    });
    const draft = draftOf([segment('d1', 'eins zwo', 0), segment('d2', 'drei vier', 2)]);
    expect(draftStart(written)).toBe(1);
    expect(marked(written, draft)).toBe('eins -zwo- +zwei+ / drei vier');
  });

  it('leave the words that a person wrote, and stay with the words that a person moved', () => {
    const draft = draftOf([segment('d1', 'der Tag bewilligt einen Kredit', 0)]);
    const machine = transcript([segment('s1', 'der Rat bewilligt den Kredit', 0)]);
    const corrected = applyEdits(machine, [
      { op: 'text', segment: 's1', text: 'der Stadtrat bewilligt den Kredit' },
    ]);
    expect(marked(corrected, draft)).toBe('der Stadtrat bewilligt -einen- +den+ Kredit');
    const [first, second] = [segment('s1', 'der Rat', 0), { ...segment('s1/2', 'bewilligt den Kredit', 1) }];
    const parted = applyEdits(machine, [{ op: 'replace', segments: ['s1'], by: [first, second] }]);
    expect(marked(parted, draft)).toBe('der -Tag- +Rat+ / bewilligt -einen- +den+ Kredit');
  });

  it('are not looked for again when a person edits, but when the engine writes', () => {
    const draft = draftOf([segment('d1', 'der Tag', 0), segment('d2', 'ist um', 2)]);
    const machine = transcript([segment('s1', 'der Rat', 0)], { partial: true });
    const difference = compareWithDraft(machine, draft);
    const edited = applyEdits(machine, [{ op: 'text', segment: 's1', text: 'die Räte' }]);
    expect(compareWithDraft(edited, draft)).toBe(difference);
    const assigned = applyEdits(machine, [{ op: 'assign', segment: 's1', speaker: 'B' }]);
    expect(assigned.segments[0]).not.toBe(machine.segments[0]);
    expect(compareWithDraft(assigned, draft)).toBe(difference);
    const grown = { ...machine, segments: [...machine.segments, segment('s2', 'ist da', 2)] };
    expect(compareWithDraft(grown, draft).count).toBe(2);
    expect(compareWithDraft({ ...machine, partial: false }, draft).count).toBe(3);
  });

  it('are none without words of one of them', () => {
    expect(compareWithDraft(transcript([]), draftOf([segment('d1', 'eins', 0)])).count).toBe(0);
    expect(compareWithDraft(transcript([segment('s1', '', 0)]), draftOf([])).count).toBe(0);
  });

  it('are those of an old transcript too, all of whose words differ', () => {
    const written = transcript([segment('s1', 'a b', 0), segment('s2', 'c', 2), segment('s3', 'd e', 4)]);
    const draft = draftOf([segment('d1', 'u v w', 0), segment('d2', 'x y', 4)]);
    expect(marked(written, draft)).toBe('-u v w- +a+ +b+ / +c+ / -x y- +d+ +e+');
  });
});

const said = fc.array(
  fc.record({
    text: fc.constantFrom('ja', 'nein', 'und', 'Haus.', 'wir', 'Ja,', '–'),
    ms: fc.integer({ min: 50, max: 900 }),
  }),
  { maxLength: 40 },
);
/** Divides words into segments of one to six words. */
const speech = fc
  .tuple(said, fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }))
  .map(([list, sizes]) => {
    let ms = 0;
    const words = list.map(({ text, ms: length }): Word => {
      const start = ms / 1000;
      ms += length;
      return { text, start, end: ms / 1000, confidence: 1 };
    });
    const segments: Segment[] = [];
    for (let from = 0, index = 0; from < words.length; index++) {
      const own = words.slice(from, (from += sizes[index % sizes.length]!));
      const text = own.map((word) => word.text).join(' ');
      segments.push({ ...segment(`s${index}`, '', own[0]!.start), end: own.at(-1)!.end, text, words: own });
    }
    return segments;
  });

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

it('Without its own words and with the words that are gone, a transcription is the draft', () => {
  fc.assert(
    fc.property(speech, speech, (written, drafted) => {
      const { changed, goneBefore, goneAfter } = compareWithDraft(transcript(written), draftOf(drafted));
      const words = written.flatMap((one) => one.words).filter(({ text }) => letters(text) !== '');
      fc.pre(words.length > 0);
      const restored = words.flatMap((word) => {
        const key = wordKey(word);
        return [goneBefore.get(key) ?? '', changed.has(key) ? '' : word.text, goneAfter.get(key) ?? ''];
      });
      expect(letters(restored.join(''))).toBe(letters(drafted.map(({ text }) => text).join('')));
    }),
    { numRuns: 1_000 },
  );
});

it('A text is no different from itself, however it is divided and however its times waver', () => {
  fc.assert(
    fc.property(
      speech,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: -80, max: 80 }),
      (written, size, byMs) => {
        const words = written.flatMap((one) => one.words);
        const drafted: Segment[] = [];
        for (let from = 0; from < words.length; from += size) {
          const own = words.slice(from, from + size).map((word) => ({
            ...word,
            start: Math.max(0, word.start + byMs / 1000),
            end: Math.max(0, word.end + byMs / 1000),
          }));
          const text = own.map((word) => word.text).join(' ');
          drafted.push({ ...segment(`d${from}`, '', own[0]!.start), end: own.at(-1)!.end, text, words: own });
        }
        expect(compareWithDraft(transcript(written), draftOf(drafted)).count).toBe(0);
      },
    ),
    { numRuns: 1_000 },
  );
});
