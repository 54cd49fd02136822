import { array, assert, constantFrom, integer, nat, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Turn } from '#api/engines/diarization/diarizer.ts';
import type { EngineSegment } from '#api/engines/transcription/engine.ts';
import { assignSpeakers, speakerKey } from './assign-speakers.rules.ts';

/** Words of 0.4 s, half a second apart, from `start` on. */
function segment(text: string, start = 0): EngineSegment {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    confidence: 0.9,
    start: start + i * 0.5,
    end: start + i * 0.5 + 0.4,
  }));
  return { start, end: words.at(-1)!.end, text, words, doubt: null };
}
const turn = (speaker: number, start: number, end: number): Turn => ({ speaker, start, end });
const said = (segments: readonly EngineSegment[], turns: readonly Turn[]) =>
  assignSpeakers(segments, turns).map(({ speaker, text }) => `${speaker}: ${text}`);

describe('who said which words', () => {
  it('gives everything to A where nobody was told apart', () => {
    expect(said([segment('Guten Tag.'), segment('Guten Tag.', 2)], [])).toEqual([
      'A: Guten Tag.',
      'A: Guten Tag.',
    ]);
  });

  it('splits a segment where the speaker changes, with its punctuation', () => {
    const text = 'Wie geht es? Danke, sehr gut!';
    const parts = assignSpeakers([segment(text, 10)], [turn(0, 9, 11.45), turn(1, 11.45, 14)]);
    expect(parts.map(({ speaker, text, start, end }) => ({ speaker, text, start, end }))).toEqual([
      { speaker: 'A', text: 'Wie geht es?', start: 10, end: 11.4 },
      { speaker: 'B', text: 'Danke, sehr gut!', start: 11.5, end: 12.9 },
    ]);
  });

  it('gives a word to the turn that covers most of it, and one outside of all turns to the nearest', () => {
    const turns = [turn(0, 0, 0.7), turn(1, 0.7, 1.2), turn(0, 9, 10)];
    expect(said([segment('eins. Zwei drei vier')], turns)).toEqual(['A: eins.', 'B: Zwei drei vier']);
  });

  it('leaves a lone word inside a sentence with the sentence', () => {
    const turns = [turn(0, 0, 1), turn(1, 1, 1.45), turn(0, 1.45, 4)];
    expect(said([segment('das ist ein langer Satz.')], turns)).toEqual(['A: das ist ein langer Satz.']);
  });

  it('keeps a lone word that is a sentence of its own', () => {
    const turns = [turn(0, 0, 1), turn(1, 1, 1.45), turn(0, 1.45, 4)];
    expect(said([segment('Ist gut. Ja. Dann weiter.')], turns)).toEqual([
      'A: Ist gut.',
      'B: Ja.',
      'A: Dann weiter.',
    ]);
  });

  it('moves a change by a short word to the end of the sentence', () => {
    const words = segment('kommen Sie bald? Ja gern doch.');
    words.words[2]!.end = words.words[2]!.start + 0.3;
    expect(said([words], [turn(0, 0, 0.95), turn(1, 0.95, 4)])).toEqual([
      'A: kommen Sie bald?',
      'B: Ja gern doch.',
    ]);
  });

  it('gives a segment without words as a whole to who speaks most of it', () => {
    const whole = { ...segment('eins zwei drei vier'), words: [] };
    expect(said([whole], [turn(0, 0, 0.5), turn(1, 0.5, 2)])).toEqual(['B: eins zwei drei vier']);
  });

  it('answers the same for a transcript in one and in parts', () => {
    const all = Array.from({ length: 6 }, (_, i) => segment('so geht das. Ja wirklich gut.', i * 4));
    const turns = Array.from({ length: 12 }, (_, i) => turn(i % 3, i * 2 - 0.6, i * 2 + 1.4));
    expect(all.flatMap((one) => assignSpeakers([one], turns))).toEqual(assignSpeakers(all, turns));
  });

  it('names speakers A to Z, then AA', () => {
    expect([0, 1, 25, 26, 27, 52].map(speakerKey)).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'BA']);
  });

  it('loses, doubles and moves no word, and stays within the segment, whatever the turns are', () => {
    const time = integer({ min: 0, max: 300 }).map((tenth) => tenth / 10);
    const turns = uniqueArray(time, { maxLength: 20 }).chain((edges) =>
      array(nat(4), { minLength: edges.length, maxLength: edges.length }).map((speakers) =>
        edges
          .toSorted((a, b) => a - b)
          .flatMap((edge, i, all) =>
            i + 1 < all.length && speakers[i] !== 4 ? [turn(speakers[i]!, edge, all[i + 1]!)] : [],
          ),
      ),
    );
    const words = array(constantFrom('ja', 'Ja.', 'und', 'am', '10.', 'Haus,', 'wirklich?', '«gut»'), {
      minLength: 1,
      maxLength: 30,
    });
    assert(
      property(words, time, turns, (texts, start, turns) => {
        const whole = segment(texts.join(' '), start);
        const parts = assignSpeakers([whole], turns);
        expect(parts.flatMap(({ words }) => words)).toEqual(whole.words);
        expect(parts.map(({ text }) => text).join(' ')).toBe(whole.text);
        for (const [i, part] of parts.entries()) {
          expect(part.start).toBeGreaterThanOrEqual(parts[i - 1]?.end ?? whole.start);
          expect(part.end).toBeGreaterThanOrEqual(part.start);
          expect(part.speaker).not.toBe(parts[i - 1]?.speaker);
        }
        expect([parts[0]!.start, parts.at(-1)!.end]).toEqual([whole.start, whole.end]);
      }),
    );
  });
});
