import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { transcribeWindow, maxDecodedShare, maxHypotheses } from './transcribe-window.ts';
import { silentHypothesis, type Hypothesis, type ReadSegment } from './hypothesis.rules.ts';

const segment = (
  start: number,
  end: number,
  text: string,
  fields: Partial<ReadSegment> = {},
): ReadSegment => ({
  start,
  end,
  text,
  words: [{ text, start, end: Math.min(end, start + text.length / 15), confidence: 0.9 }],
  meanLogProbability: -0.2,
  isRepeated: false,
  ...fields,
});
const hypothesis = (
  span: TimeSpan,
  segments: ReadSegment[],
  fields: Partial<Hypothesis> = {},
): Hypothesis => ({
  span,
  segments,
  noSpeech: 0.1,
  meanLogProbability: -0.2,
  compressionRatio: 1,
  ...fields,
});

type Answer = Pick<Hypothesis, 'noSpeech' | 'meanLogProbability' | 'compressionRatio'> & {
  /** Positions of the segments, as shares of the rest of the span. */
  parts: { at: number; length: number; isRepeated: boolean }[];
};
type Heard = { span: TimeSpan; withVocabulary: boolean };

/** Transcribes a window of 20 s of speech with a scripted model. */
async function hear(
  answer: (heard: Heard) => Hypothesis,
  {
    speech = [[0, 20]],
    hasVocabulary = false,
    hearsTwice = false,
  }: { speech?: TimeSpan[]; hasVocabulary?: boolean; hearsTwice?: boolean } = {},
) {
  const asked: Heard[] = [];
  const heard = await transcribeWindow({
    window: [0, 20],
    speech,
    hasVocabulary,
    async decode(span, withVocabulary) {
      asked.push({ span, withVocabulary });
      return answer({ span, withVocabulary });
    },
    hearsTwice,
    cutAt: ([from, to]) => (from + to) / 2,
    pauseIn: ([from, to]) => (to - from > 15 ? from + (to - from) * 0.4 : null),
  });
  return { ...heard, asked, texts: heard.segments.map(({ text, doubt }) => [text, doubt]) };
}

const isWhole = ([from, to]: TimeSpan) => to - from === 20;

describe('a window', () => {
  it('is heard once when its hypothesis is good', async () => {
    const { asked, texts } = await hear(({ span }) => hypothesis(span, [segment(0, 20, 'gut')]));
    expect(asked).toEqual([{ span: [0, 20], withVocabulary: false }]);
    expect(texts).toEqual([['gut', null]]);
  });

  it('is cut in two when its hypothesis fails, and the better hypothesis is kept', async () => {
    const loop = segment(0, 20, 'da', { isRepeated: true });
    const { asked, texts } = await hear(({ span }) =>
      hypothesis(span, isWhole(span) ? [loop] : [segment(...span, 'klar')]),
    );
    expect(asked.map(({ span }) => span)).toEqual([
      [0, 20],
      [0, 10],
      [10, 20],
    ]);
    expect(texts).toEqual([
      ['klar', null],
      ['klar', null],
    ]);
  });

  it('keeps its first hypothesis, marked, when the halves are no better', async () => {
    const unsure = { meanLogProbability: -1.5 };
    const { texts } = await hear(({ span }) =>
      hypothesis(span, [segment(...span, isWhole(span) ? 'ganz' : 'halb', unsure)], {
        meanLogProbability: isWhole(span) ? -1.5 : -1.6,
      }),
    );
    expect(texts).toEqual([['ganz', 'unsure']]);
  });

  it('is first tried without the vocabulary', async () => {
    const { asked, texts } = await hear(
      ({ span, withVocabulary }) =>
        withVocabulary
          ? hypothesis(span, [segment(0, 20, 'Namen')], { compressionRatio: 3 })
          : hypothesis(span, [segment(0, 20, 'gut')]),
      { hasVocabulary: true },
    );
    expect(asked.map(({ withVocabulary }) => withVocabulary)).toEqual([true, false]);
    expect(texts).toEqual([['gut', null]]);
  });

  it('is heard again from where the model stopped', async () => {
    const { asked, texts } = await hear(({ span }) =>
      hypothesis(span, [segment(span[0], Math.min(span[0] + 8, span[1]), `ab ${span[0]}`)]),
    );
    // Both halves are better than the whole, and each leaves out two seconds.
    expect(asked.slice(3).map(({ span }) => span)).toEqual([
      [8, 10],
      [18, 20],
    ]);
    expect(texts.map(([text]) => text)).toEqual(['ab 0', 'ab 8', 'ab 10', 'ab 18']);
  });

  it('is cut at its longest pause when a segment has too little text for its sound', async () => {
    const words = (start: number, end: number) => [{ text: 'bassa', start, end, confidence: 0.9 }];
    const answer = ({ span }: Heard, half: string) =>
      hypothesis(
        span,
        isWhole(span)
          ? [segment(0, 8, 'lang'), segment(8, 20, 'bassa', { words: words(8, 20) })]
          : [segment(...span, half)],
      );
    const { asked, texts } = await hear((heard) => answer(heard, 'Alta e bassa.'));
    expect(asked.slice(1).map(({ span }) => span)).toEqual([
      [0, 8],
      [8, 20],
    ]);
    expect(texts.map(([text]) => text)).toEqual(['Alta e bassa.', 'Alta e bassa.']);
  });

  const halvesOf = (left: string, right: string, meanLogProbability: number) => (heard: Heard) =>
    isWhole(heard.span)
      ? hypothesis(heard.span, [segment(0, 20, 'Eins.')], { meanLogProbability: -0.2 })
      : hypothesis(heard.span, [segment(...heard.span, heard.span[0] === 0 ? left : right)], {
          meanLogProbability,
        });
  it.each([
    ['Eins.', 'Zwei.', -0.25, 'Eins. Zwei.'],
    ['Eins.', 'Zwei.', -0.35, 'Eins.'],
    ['Eins', 'zwei.', -0.25, 'Eins.'],
    ['Eins', 'zwei.', -0.15, 'Eins zwei.'],
  ])('is kept as %j and %j at %d only where that is likelier, or a sentence ends there', async (...given) => {
    const [left, right, log, kept] = given;
    const { texts } = await hear(halvesOf(left, right, log), { hearsTwice: true, speech: [] });
    expect(texts.map(([text]) => text).join(' ')).toBe(kept);
  });

  it('is heard once by a model that is sure of what it hears', async () => {
    expect((await hear(halvesOf('Eins.', 'Zwei.', -0.1), { speech: [] })).asked).toHaveLength(1);
  });

  it('tells the neighbour of speech that stays without a word', async () => {
    const { texts, isMissing } = await hear(({ span }) =>
      hypothesis(span, span[0] < 10 ? [segment(span[0], Math.min(span[1], 10), 'da')] : []),
    );
    expect(texts).toEqual([['da', 'missing']]);
    expect(isMissing).toBe(false);
  });

  it('tells the next window where it has no word at all', async () => {
    const { segments, isMissing } = await hear(({ span }) => hypothesis(span, []));
    expect(segments).toEqual([]);
    expect(isMissing).toBe(true);
  });

  it('has nothing missing where the model says that nobody speaks', async () => {
    const { asked, segments, isMissing } = await hear(({ span }) => silentHypothesis(span));
    expect(asked).toHaveLength(1);
    expect(segments).toEqual([]);
    expect(isMissing).toBe(false);
    const half = await hear(({ span }) =>
      span[0] < 10
        ? hypothesis(span, [segment(span[0], Math.min(span[1], 10), 'da')])
        : silentHypothesis(span),
    );
    expect(half.texts).toEqual([['da', null]]);
  });

  it('never costs more than its bound, loses none of its words to another hypothesis and ends, whatever the model writes', async () => {
    const part = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.double({ min: 0, max: 1, noNaN: true }),
      isRepeated: fc.boolean(),
    });
    const answers = fc.infiniteStream(
      fc.record({
        parts: fc.array(part, { maxLength: 3 }),
        noSpeech: fc.double({ min: 0, max: 1, noNaN: true }),
        meanLogProbability: fc.double({ min: -2, max: 0, noNaN: true }),
        compressionRatio: fc.double({ min: 0, max: 4, noNaN: true }),
      }),
    );
    const regions = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 6 })), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(
        answers,
        regions,
        fc.boolean(),
        fc.boolean(),
        async (stream, lengths, hasVocabulary, hearsTwice) => {
          let end = 0;
          const speech = lengths.map(([gap, length]): TimeSpan => {
            const start = end + gap;
            end = start + length;
            return [Math.min(start, 20), Math.min(end, 20)];
          });
          const given: string[] = [];
          const { asked, segments } = await hear(
            ({ span }) => {
              const { parts, ...fields } = stream.next().value as Answer;
              let from = span[0];
              const written = parts.map(({ at, length, isRepeated }) => {
                const start = from + (span[1] - from) * at;
                from = start + (span[1] - start) * length;
                const text = `w${given.length}`;
                given.push(text);
                const words = [{ text, start, end: from, confidence: 1 }];
                return segment(start, from, text, { isRepeated, words });
              });
              return hypothesis(span, written, fields);
            },
            { speech, hasVocabulary, hearsTwice },
          );
          expect(asked.length).toBeLessThanOrEqual(maxHypotheses);
          const heardS = asked.reduce((sum, { span }) => sum + span[1] - span[0], 0);
          expect(heardS).toBeLessThanOrEqual(20 * maxDecodedShare + 0.01);
          const texts = segments.map(({ text }) => text);
          expect(new Set(texts).size).toBe(texts.length);
          const times = segments.flatMap((kept) => [kept.start, kept.end]);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 300 },
    );
  });
});
