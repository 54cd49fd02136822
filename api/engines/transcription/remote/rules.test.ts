import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryAfterToMs } from '#api/engines/http/retry.rules.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { toAddresses } from './address.rules.ts';
import { answerToSegments } from './answer-segments.rules.ts';
import { parseAnswer, type Answer, type ReportedSegment, type ReportedWord } from './answer.rules.ts';
import { findTimings, writtenWords } from './written-words.rules.ts';
import { outcomeOf } from './outcome.rules.ts';
import { lengthOf, planPart, toRecording, type Part } from './part.rules.ts';
import { vocabularyToPrompt } from './prompt.rules.ts';

const reported = (
  text: string,
  start: number,
  end: number,
  confidence: number | null = null,
): ReportedWord => ({
  text,
  start,
  end,
  confidence,
});
const segment = (
  text: string,
  start: number,
  end: number,
  more: Partial<ReportedSegment> = {},
): ReportedSegment => ({
  text,
  start,
  end,
  words: [],
  meanLogProbability: null,
  noSpeech: null,
  compressionRatio: null,
  isIncomplete: false,
  ...more,
});
const answer = (segments: ReportedSegment[], words: ReportedWord[] = []): Answer => ({
  text: '',
  segments,
  words,
});

describe('addresses', () => {
  it.each([
    ['https://asr.example', 'https://asr.example/v1/audio/transcriptions'],
    ['https://asr.example/v1', 'https://asr.example/v1/audio/transcriptions'],
    ['https://asr.example/openai/v1/', 'https://asr.example/openai/v1/audio/transcriptions'],
    [
      'https://asr.example/v1/openai/audio/transcriptions',
      'https://asr.example/v1/openai/audio/transcriptions',
    ],
  ])('%s is asked at %s', (url, expected) => {
    const { transcriptions, models } = toAddresses(url);
    expect(transcriptions.href).toBe(expected);
    expect(models.href).toBe(expected.replace('/audio/transcriptions', '/models'));
  });
});

describe('the prompt', () => {
  it('names the most important word last, each once, and what does not fit not at all', () => {
    expect(vocabularyToPrompt(['Xylomed', ' Huber ', 'Xylomed', ''])).toBe('Huber, Xylomed.');
    expect(vocabularyToPrompt([])).toBe('');
    const many = Array.from({ length: 300 }, (_, index) => `Name${index}`);
    const prompt = vocabularyToPrompt(many);
    expect(prompt.length).toBeLessThanOrEqual(600);
    expect(prompt.endsWith('Name1, Name0.')).toBe(true);
  });
});

const spans = fc
  .array(fc.tuple(fc.integer({ min: 10, max: 4_000 }), fc.integer({ min: 10, max: 9_000 })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((pairs) => {
    let at = 0;
    return pairs.map(([speechCs, pauseCs]): TimeSpan => {
      const start = at + pauseCs / 100;
      at = start + speechCs / 100;
      return [start, at];
    });
  });

describe('parts', () => {
  it('hold all speech once, none of them longer than allowed, whatever the pauses', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 5, max: 120 }), (speech, maxS) => {
        const endS = speech.at(-1)![1] + 1;
        const levels = new Float32Array(Math.ceil(endS / 0.02)).fill(-40);
        const sent: TimeSpan[] = [];
        for (let fromS = 0; ;) {
          const part = planPart(levels, speech, fromS, maxS);
          if (part.length === 0) break;
          expect(lengthOf(part)).toBeLessThanOrEqual(maxS + 0.01);
          sent.push(...part);
          expect(part.at(-1)![1]).toBeGreaterThan(fromS);
          fromS = part.at(-1)![1];
        }
        const edges = sent.flat();
        expect(edges).toEqual(edges.toSorted((a, b) => a - b));
        for (const [start, end] of speech) {
          const inside = sent.reduce(
            (sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)),
            0,
          );
          expect(inside).toBeCloseTo(end - start, 1);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('give every moment of what was sent its place in the recording', () => {
    const part: Part = [
      [10, 14],
      [30, 33],
    ];
    expect(toRecording(part, [1, 3])).toEqual([[11, 13]]);
    expect(toRecording(part, [3, 6])).toEqual([
      [13, 14],
      [30, 32],
    ]);
    expect(toRecording(part, [4, 5])).toEqual([[30, 31]]);
    expect(toRecording(part, [6.5, 30])).toEqual([[32.5, 33]]);
    expect(toRecording(part, [2, 2])).toEqual([[12, 12]]);
    expect(toRecording(part, [30, 31])).toEqual([[33, 33]]);
  });
});

describe('words of a text', () => {
  it('keep their signs; a sign alone goes with the word before it', () => {
    expect(writtenWords(' Ça va ? – Oui, 20 %.')).toEqual(['Ça', 'va ? –', 'Oui,', '20 %.']);
    expect(writtenWords('– Guten Tag.')).toEqual(['– Guten', 'Tag.']);
    expect(writtenWords(' … ')).toEqual([]);
  });

  it('are found among those with times, however these are cut', () => {
    const words = ["L'homme", 'paie', '20 %,', 'Monsieur.'];
    const timed = [
      reported(" L'", 0, 0.2, 0.9),
      reported('homme', 0.2, 0.8, 0.6),
      reported('paie', 0.9, 1.3),
      reported('20%', 1.4, 2),
      reported('monsieur', 2.1, 2.6),
    ];
    expect(findTimings(words, timed)).toEqual([
      { start: 0, end: 0.8, confidence: 0.6 },
      { start: 0.9, end: 1.3, confidence: null },
      { start: 1.4, end: 2, confidence: null },
      { start: 2.1, end: 2.6, confidence: null },
    ]);
  });

  it('that the server tells no time for are left to their neighbours', () => {
    expect(findTimings(['um', '5', 'Uhr'], [reported('um', 1, 1.2), reported('Uhr', 2, 2.4)])).toEqual([
      { start: 1, end: 1.2, confidence: null },
      null,
      { start: 2, end: 2.4, confidence: null },
    ]);
    expect(findTimings(['ja'], [])).toEqual([null]);
  });

  it('are all found, in order, whatever signs stand at them', () => {
    const word = fc.stringMatching(/^[a-zäöü]{1,8}$/);
    const sign = fc.constantFrom('', '.', ',', ' ?', '…', '“');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, sign), { minLength: 1, maxLength: 60 }), (pairs) => {
        const texts = writtenWords(pairs.map(([letters, signs]) => letters + signs).join(' '));
        const timed = pairs.map(([letters], index) => reported(letters.toUpperCase(), index, index + 0.5));
        expect(findTimings(texts, timed).map((timing) => timing?.start)).toEqual(
          pairs.map((_, index) => index),
        );
      }),
    );
  });

  it('are not compared for minutes where two long texts have nothing in common', () => {
    const words = Array.from({ length: 2_000 }, () => 'aaaa');
    expect(
      findTimings(
        words,
        words.map((_, index) => reported('bbbb', index, index + 1)),
      ).every((each) => each === null),
    ).toBe(true);
  });
});

describe('an answer', () => {
  it('is read whether numbers are numbers or text, and figures are there or not', () => {
    const body = JSON.stringify({
      text: ' Guten Tag.',
      words: null,
      segments: [
        {
          id: 1,
          start: '1.5s',
          end: 2,
          text: 'Tag.',
          avg_logprob: '-0.25',
          words: null,
          no_speech_prob: null,
        },
        {
          id: 0,
          start: '0.00',
          end: '1.50',
          text: ' Guten',
          words: [{ word: ' Guten', start: 0, end: '1.4', score: 0.5 }],
        },
        { id: 2, text: 'ohne Zeit' },
      ],
    });
    const read = parseAnswer(body)!;
    expect(read.segments.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Tag.', 1.5, 2],
      [' Guten', 0, 1.5],
      ['ohne Zeit', null, null],
    ]);
    expect(read.segments[1]!.words).toEqual([reported(' Guten', 0, 1.4, 0.5)]);
    expect(read.segments[0]).toMatchObject({
      meanLogProbability: -0.25,
      noSpeech: null,
      compressionRatio: null,
    });
  });

  it.each(['', '<html></html>', '[]', '"text"', '{"status":"ok"}', 'null'])('is not %j', (body) => {
    expect(parseAnswer(body)).toBeNull();
  });
});

const levels = new Float32Array(5_000).fill(-40);
const part: Part = [
  [10, 20],
  [40, 50],
];
const speech: TimeSpan[] = [
  [10, 20],
  [40, 50],
];

describe('segments of an answer', () => {
  it('are cut where the part was put together, and stand in the recording', () => {
    const words = [
      reported('Guten', 8, 8.5),
      reported('Tag', 8.6, 9.2),
      reported('Frau', 10.5, 11),
      reported('Müller', 11, 11.8),
    ];
    const segments = answerToSegments(answer([segment(' Guten Tag, Frau Müller.', 8, 12)], words), {
      part,
      levels,
      speech,
    });
    expect(segments.map(({ text, start, end }) => [text, start, end])).toEqual([
      ['Guten Tag,', 18, 19.2],
      ['Frau Müller.', 40.5, 41.8],
    ]);
  });

  it('have words in order where the server tells times that overlap, go back or lie behind the sound', () => {
    const words = [reported('eins', 1, 3), reported('zwei', 0.5, 2.4), reported('drei', 2.5, 99)];
    const [only] = answerToSegments(answer([segment('eins zwei drei', 0, 3)], words), {
      part: [[10, 20]],
      levels,
      speech,
    });
    const times = only!.words.flatMap(({ start, end }) => [start, end]);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(only!.end).toBeLessThanOrEqual(20);
  });

  it('are made of sentences where the server tells only words', () => {
    const words = [reported('Ja', 1, 1.5), reported('Nein', 2, 2.5), reported('danke', 2.5, 3)];
    const segments = answerToSegments(
      { text: 'Ja. Nein, danke.', segments: [], words },
      { part, levels, speech },
    );
    expect(segments.map(({ text, start }) => [text, start])).toEqual([
      ['Ja.', 11],
      ['Nein, danke.', 12],
    ]);
  });

  it('give a word between two others the time between them', () => {
    const words = [reported('um', 1, 1.2), reported('Uhr', 2, 2.4)];
    const [only] = answerToSegments(answer([segment('um 5 Uhr', 1, 2.4)], words), { part, levels, speech });
    expect(only!.words[1]).toMatchObject({ text: '5', start: 11.2, end: 12 });
  });

  it('are as sure as the server says: word by word, by segment, or simply sure', () => {
    const confidences = (more: Partial<ReportedSegment>) =>
      answerToSegments(answer([segment('ja doch', 1, 2, more)]), { part, levels, speech })[0]!.words.map(
        ({ confidence }) => confidence,
      );
    expect(confidences({ words: [reported('ja', 1, 1.4, 0.3), reported('doch', 1.5, 2, 1.2)] })).toEqual([
      0.3, 1,
    ]);
    expect(confidences({ meanLogProbability: Math.log(0.8) })).toEqual([0.8, 0.8]);
    expect(confidences({})).toEqual([1, 1]);
  });

  it('are left out where the server says that nobody speaks, and marked where it doubts', () => {
    const doubts = (more: Partial<ReportedSegment>, text = 'Vielen Dank fürs Zuschauen.') =>
      answerToSegments(answer([segment(text, 1, 2, more)]), { part, levels, speech }).map(
        ({ doubt }) => doubt,
      );
    expect(doubts({ noSpeech: 0.9, meanLogProbability: -1.4 })).toEqual([]);
    expect(doubts({ noSpeech: 0.9, meanLogProbability: -0.2 })).toEqual([null]);
    expect(doubts({ meanLogProbability: -1.4 })).toEqual(['unsure']);
    expect(doubts({ compressionRatio: 2.9 })).toEqual(['compression']);
    expect(doubts({ words: [reported('Vielen', 1, 1.2, 0.1), reported('Dank', 1.2, 1.4, 0.1)] })).toEqual([
      'unsure',
    ]);
    const elsewhere = answerToSegments(answer([segment('Amen.', 1, 2)]), {
      part,
      levels,
      speech: [[14, 20]],
    });
    expect(elsewhere.map(({ doubt }) => doubt)).toEqual(['no_speech']);
  });

  it('lose their loops and are marked; repeated ones are kept and marked', () => {
    const loop = 'Das ist gut. '.repeat(12);
    const [cut] = answerToSegments(answer([segment(`Hallo. ${loop}`, 0, 9)]), { part, levels, speech });
    expect(cut).toMatchObject({ text: 'Hallo. Das ist gut.', doubt: 'repetition' });
    const same = Array.from({ length: 6 }, (_, index) => segment('Danke.', index, index + 0.9));
    const repeated = answerToSegments(answer([segment('Hallo.', 0, 0.1), ...same]), { part, levels, speech });
    expect(repeated.map(({ doubt }) => doubt)).toEqual([null, ...same.map(() => 'repetition')]);
  });
});

describe('what an HTTP answer means', () => {
  const outcome = (status: number, body: object | string = '') =>
    outcomeOf({ status, body: typeof body === 'string' ? body : JSON.stringify(body), retryAfterMs: null });

  it.each([
    [404, { error: { code: 'model_not_found' } }],
    [404, { error: { message: 'The model `x` does not exist.', type: 'NotFoundError', code: 404 } }],
    [404, { detail: 'Model x is not installed' }],
    [400, { error: { message: 'invalid model ID', param: 'model' } }],
    [422, { error: { message: 'Unknown model x' } }],
  ])('%i %j: it does not know the model', (status, body) => {
    expect(outcome(status, body)).toMatchObject({ reason: 'transcription.engine_model_unknown' });
  });

  it.each([
    [
      400,
      {
        error: {
          message: "response_format 'verbose_json' is not compatible with model 'x'",
          param: 'response_format',
        },
      },
    ],
    [400, { error: { message: 'This model has no timestamps' } }],
    [422, { detail: [{ loc: ['body', 'timestamp_granularities'] }] }],
    [400, 'Bad Request'],
  ])('%i %j: it rejects the form', (status, body) => {
    expect(outcome(status, body)).toEqual({ kind: 'rejected' });
  });

  it('is too large for it, too slow for its gateway, or to be tried later', () => {
    expect(outcome(413)).toEqual({ kind: 'too_large' });
    for (const status of [408, 504, 524]) expect(outcome(status)).toEqual({ kind: 'too_slow' });
    expect(outcome(500)).toEqual({ kind: 'later', isDown: false, retryAfterMs: 0 });
    for (const status of [429, 502, 503])
      expect(outcome(status)).toEqual({ kind: 'later', isDown: true, retryAfterMs: 0 });
    for (const status of [401, 402, 403])
      expect(outcome(status)).toEqual({ kind: 'unavailable', reason: 'transcription.engine_refused' });
    for (const status of [301, 404, 405])
      expect(outcome(status)).toEqual({ kind: 'unavailable', reason: 'transcription.engine_unreachable' });
  });

  it('waits as Retry-After says: seconds, or until a date', () => {
    const nowMs = Date.UTC(2026, 10, 20, 9);
    expect(retryAfterToMs('7', nowMs)).toBe(7_000);
    expect(retryAfterToMs('Fri, 20 Nov 2026 09:00:30 GMT', nowMs)).toBe(30_000);
    expect(retryAfterToMs('Fri, 20 Nov 2026 08:00:00 GMT', nowMs)).toBe(0);
    expect([retryAfterToMs('bald', nowMs), retryAfterToMs(undefined, nowMs)]).toEqual([null, null]);
  });
});
