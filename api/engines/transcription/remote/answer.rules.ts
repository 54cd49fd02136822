import { z } from 'zod';
import { jsonOf } from '#api/engines/http/complaint.rules.ts';

/**
 * A word of a server's answer. Times are in s from the start of the audio that was sent; null if the server stated
 * none.
 */
export type ReportedWord = {
  text: string;
  start: number | null;
  end: number | null;
  confidence: number | null;
};

export type ReportedSegment = {
  text: string;
  start: number | null;
  end: number | null;
  words: ReportedWord[];
  meanLogProbability: number | null;
  noSpeech: number | null;
  compressionRatio: number | null;
  /** True if words were added that occur in the text of the whole answer but in no segment. */
  isIncomplete: boolean;
};

/** A server's answer in a common form. The words are listed in their segments or separately in `words`. */
export type Answer = { text: string; segments: ReportedSegment[]; words: ReportedWord[] };

// Some servers send numbers as strings, and null for unknown values.
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value.replace(/s$/, '')) : value),
  z.number(),
);
const maybe = number.nullish().catch(null);
const text = z.string().nullish().catch(null);

const wordSchema = z.object({
  word: text,
  text,
  start: maybe,
  end: maybe,
  probability: maybe,
  score: maybe,
  confidence: maybe,
});
const segmentSchema = z.object({
  text,
  start: maybe,
  end: maybe,
  words: z.array(z.unknown()).nullish().catch(null),
  avg_logprob: maybe,
  no_speech_prob: maybe,
  compression_ratio: maybe,
});
const answerSchema = z.object({
  text,
  segments: z.array(z.unknown()).nullish().catch(null),
  words: z.array(z.unknown()).nullish().catch(null),
});

/**
 * Parses an answer, in which the order is kept. Returns null if the answer does not follow the protocol, for example if
 * it is a web page.
 */
export function parseAnswer(body: string): Answer | null {
  const answer = answerSchema.safeParse(jsonOf(body)).data;
  if (!answer || [answer.text, answer.segments, answer.words].every((part) => (part ?? null) === null))
    return null;
  return {
    text: answer.text ?? '',
    segments: (answer.segments ?? []).flatMap(toSegment),
    words: toWords(answer.words),
  };
}

export const textOf = (words: readonly ReportedWord[]): string =>
  words.map((word) => word.text.trim()).join(' ');

/** Parses a segment. Its text is kept even if its times are missing or wrong. */
function toSegment(value: unknown): ReportedSegment[] {
  const reported = segmentSchema.safeParse(value).data;
  if (!reported) return [];
  const words = toWords(reported.words);
  const isBlank = (reported.text ?? '').trim() === '';
  const said = isBlank ? textOf(words) : (reported.text ?? '');
  if (said === '') return [];
  const start = reported.start ?? null;
  const end = reported.end ?? null;
  return [
    {
      text: said,
      start,
      end: start === null || end === null ? end : Math.max(start, end),
      words,
      meanLogProbability: reported.avg_logprob ?? null,
      noSpeech: reported.no_speech_prob ?? null,
      compressionRatio: reported.compression_ratio ?? null,
      isIncomplete: false,
    },
  ];
}

/** Parses words. A missing start or end is taken from the word beside it. */
function toWords(values: readonly unknown[] | null | undefined): ReportedWord[] {
  const words = (values ?? []).flatMap((value): ReportedWord[] => {
    const reported = wordSchema.safeParse(value).data;
    const said = reported?.word ?? reported?.text;
    if (!reported || !said) return [];
    const confidence = reported.probability ?? reported.score ?? reported.confidence ?? null;
    return [{ text: said, start: reported.start ?? null, end: reported.end ?? null, confidence }];
  });
  return words.map((word, index) => {
    const start = word.start ?? (word.end === null ? null : (words[index - 1]?.end ?? word.end));
    const end = word.end ?? (word.start === null ? null : (words[index + 1]?.start ?? word.start));
    return { ...word, start, end: start === null || end === null ? end : Math.max(start, end) };
  });
}
