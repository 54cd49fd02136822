import { describe, expect, it } from 'vitest';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import { beginsTurn, estimateHeight, textPieces, timeAtOffset, turnAround } from './transcript.rules.ts';

const word = (text: string, start: number) => ({ text, start, end: start + 0.4, confidence: 0.9 });
const segment = (id: string, speaker: string, start: number, texts: string[]): Segment => ({
  id,
  speaker,
  start,
  end: start + texts.length / 2,
  text: texts.join(' '),
  words: texts.map((text, index) => word(text, start + index / 2)),
  doubt: null,
});
const transcript: Transcript = {
  version: 1,
  engine: 'fixture',
  partial: false,
  speakers: { A: { name: 'Präsidentin' } },
  unapplied: [],
  segments: [
    segment('s1', 'A', 4, ['Ich', 'eröffne', 'die', 'Sitzung.']),
    segment('s2', 'A', 8, ['Guten', 'Abend.']),
    segment('s3', 'B', 19, ['Danke.']),
  ],
};

describe('a turn', () => {
  const { segments } = transcript;
  it('begins where the speaker changes', () => {
    expect([0, 1, 2, 3].map((index) => beginsTurn(segments, index))).toEqual([true, false, true, false]);
  });

  it('is everything around a segment that the same one says', () => {
    expect(turnAround(segments, 0)).toEqual([0, 2]);
    expect(turnAround(segments, 1)).toEqual([0, 2]);
    expect(turnAround(segments, 2)).toEqual([2, 3]);
  });
});

const unmarked = () => null;

describe('the pieces of a text', () => {
  const join = (s: Segment) =>
    textPieces(s, unmarked)
      .map((piece) => piece.text)
      .join('');

  it('read exactly as it was written', () => {
    for (const one of transcript.segments) expect(join(one)).toBe(one.text);
    expect(textPieces(transcript.segments[1] as Segment, unmarked)).toEqual([
      { text: 'Guten', word: 0, mark: null },
      { text: ' ', word: null, mark: null },
      { text: 'Abend.', word: 1, mark: null },
    ]);
  });

  it('keep repeated words apart, and text that no word stands for', () => {
    const odd: Segment = {
      ...segment('s', 'A', 0, ['ja', 'ja']),
      text: '«ja, ja», sagt er',
      words: [word(' ja', 0), word(' nein', 1), word(' ja', 2)],
    };
    expect(textPieces(odd, unmarked)).toEqual([
      { text: '«', word: null, mark: null },
      { text: 'ja', word: 0, mark: null },
      { text: ', ', word: null, mark: null },
      { text: 'ja', word: 2, mark: null },
      { text: '», sagt er', word: null, mark: null },
    ]);
    expect(join(odd)).toBe(odd.text);
  });

  it('carry the marks of their words', () => {
    const marks = textPieces(transcript.segments[1] as Segment, ({ start }) => (start > 8 ? 'poor' : null));
    expect(marks.map(({ mark }) => mark)).toEqual([null, null, 'poor']);
  });

  it('tell when a place of the text is said', () => {
    const [first] = transcript.segments as [Segment];
    expect([0, 4, 5, 900].map((offset) => timeAtOffset(first, offset))).toEqual([4, 4.5, 4.5, 5.5]);
    expect(timeAtOffset({ ...first, words: [] }, 3)).toBe(4);
  });

  it('are the whole text where there are no words', () => {
    expect(textPieces({ ...segment('s', 'A', 0, []), text: 'Nur Text' }, unmarked)).toEqual([
      { text: 'Nur Text', word: null, mark: null },
    ]);
  });
});

describe('the height of a segment before it is seen', () => {
  it('grows with its text and shrinks with the width', () => {
    const long = segment(
      's',
      'A',
      0,
      Array.from({ length: 100 }, () => 'Wort'),
    );
    expect(estimateHeight(long, false, 320)).toBeGreaterThan(estimateHeight(long, false, 800));
    expect(estimateHeight(long, true, 800)).toBeGreaterThan(estimateHeight(long, false, 800));
  });
});
