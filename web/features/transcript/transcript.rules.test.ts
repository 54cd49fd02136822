import { describe, expect, it } from 'vitest';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import {
  beginsTurn,
  doubtfulSegments,
  estimateHeight,
  nextOf,
  placeAt,
  textPieces,
  turnAround,
} from './transcript.rules.ts';

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

describe('the place of a time', () => {
  it('is the segment and the word that were begun last', () => {
    expect(placeAt(transcript.segments, 3.9)).toBeNull();
    expect(placeAt(transcript.segments, 4)).toEqual({ segment: 0, word: 0 });
    expect(placeAt(transcript.segments, 5.2)).toEqual({ segment: 0, word: 2 });
    expect(placeAt(transcript.segments, 7.9)).toEqual({ segment: 0, word: 3 });
    expect(placeAt(transcript.segments, 8.6)).toEqual({ segment: 1, word: 1 });
    expect(placeAt(transcript.segments, 500)).toEqual({ segment: 2, word: 0 });
    expect(placeAt([], 1)).toBeNull();
  });
});

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

describe('doubt', () => {
  const sure = segment('a', 'A', 0, ['sicher']);
  const unsure = { ...sure, id: 'b', words: [{ ...word('unsicher', 1), confidence: 0.49 }] };
  const onTheLine = { ...sure, id: 'c', words: [{ ...word('eben', 2), confidence: 0.5 }] };
  const doubted: Segment = { ...sure, id: 'd', doubt: 'repetition' };

  it('lies on segments with a reason, and on those with a word below one half', () => {
    expect(doubtfulSegments([sure, unsure, onTheLine, doubted])).toEqual([1, 3]);
  });

  it('marks the words themselves', () => {
    const marks = (one: Segment) => textPieces({ ...one, text: one.words[0]?.text ?? '' })[0]?.isUnsure;
    expect([marks(unsure), marks(onTheLine)]).toEqual([true, false]);
  });

  it('is gone through in a round', () => {
    expect([-1, 1, 2, 3].map((index) => nextOf([1, 3], index))).toEqual([1, 3, 3, 1]);
    expect(nextOf([], 0)).toBeNull();
  });
});

describe('the pieces of a text', () => {
  const join = (s: Segment) =>
    textPieces(s)
      .map((piece) => piece.text)
      .join('');

  it('read exactly as it was written', () => {
    for (const one of transcript.segments) expect(join(one)).toBe(one.text);
    expect(textPieces(transcript.segments[1] as Segment)).toEqual([
      { text: 'Guten', word: 0, isUnsure: false },
      { text: ' ', word: null, isUnsure: false },
      { text: 'Abend.', word: 1, isUnsure: false },
    ]);
  });

  it('keep repeated words apart, and text that no word stands for', () => {
    const odd: Segment = {
      ...segment('s', 'A', 0, ['ja', 'ja']),
      text: '«ja, ja», sagt er',
      words: [word(' ja', 0), word(' nein', 1), word(' ja', 2)],
    };
    expect(textPieces(odd)).toEqual([
      { text: '«', word: null, isUnsure: false },
      { text: 'ja', word: 0, isUnsure: false },
      { text: ', ', word: null, isUnsure: false },
      { text: 'ja', word: 2, isUnsure: false },
      { text: '», sagt er', word: null, isUnsure: false },
    ]);
    expect(join(odd)).toBe(odd.text);
  });

  it('are the whole text where there are no words', () => {
    expect(textPieces({ ...segment('s', 'A', 0, []), text: 'Nur Text' })).toEqual([
      { text: 'Nur Text', word: null, isUnsure: false },
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
