import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDraft, type DraftText } from './draft-text.ts';
import type { TranscribedSegment } from './segment.ts';

function heard(text: string): TranscribedSegment[] {
  const words = text
    .split(' ')
    .filter((word) => word !== '')
    .map((word, at) => ({ text: word, start: at, end: at + 1, confidence: 0.9 }));
  return words.length === 0 ? [] : [{ start: 0, end: words.length, text, words, doubt: null }];
}
const shown = ({ segments, firm, rest }: DraftText) => [
  segments.map(({ text }) => text).join(' '),
  firm.map(({ text }) => text).join(' '),
  rest.map(({ text }) => text).join(' '),
];

describe('the text of a draft', () => {
  it('is firm where two transcriptions in a row begin alike, whatever their signs and case', () => {
    const draft = createDraft();
    expect(shown(draft.hear(heard('Guten Tag Frau'), false))).toEqual(['', '', 'Guten Tag Frau']);
    expect(shown(draft.hear(heard('guten Tag, Frau Weber'), false))).toEqual([
      '',
      'guten Tag, Frau',
      'Weber',
    ]);
    expect(shown(draft.hear(heard('guten Tag, Frau Wagner wie'), false))).toEqual([
      '',
      'guten Tag, Frau',
      'Wagner wie',
    ]);
  });

  it('is that of the last transcription when a window is final', () => {
    const draft = createDraft();
    draft.hear(heard('Guten Tag'), false);
    draft.hear(heard('Guten Tag Frau'), false);
    expect(shown(draft.hear(heard('Guten Abend, Frau Weber.'), true))).toEqual([
      'Guten Abend, Frau Weber.',
      '',
      '',
    ]);
    expect(shown(draft.hear(heard('Wie'), false))).toEqual(['Guten Abend, Frau Weber.', '', 'Wie']);
    expect(shown(draft.hear([], true))[0]).toBe('Guten Abend, Frau Weber.');
  });

  it('never takes a firm word back while the window is open', () => {
    const texts = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }), { maxLength: 8 });
    fc.assert(
      fc.property(texts, (spoken) => {
        const draft = createDraft();
        let before: string[] = [];
        for (const words of spoken) {
          const { firm, rest } = draft.hear(heard(words.join(' ')), false);
          const now = firm.map(({ text }) => text);
          expect(now.slice(0, before.length)).toEqual(before);
          expect(rest).toHaveLength(Math.max(0, words.length - now.length));
          before = now;
        }
      }),
    );
  });
});
