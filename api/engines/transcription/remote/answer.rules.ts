import { z } from 'zod';
import { jsonOf } from '#api/engines/http/complaint.rules.ts';

/** A word as a server tells it; s from the start of what was sent. */
export type ToldWord = { text: string; start: number; end: number; confidence: number | null };

/** A segment as a server tells it; null: it does not say. */
export type ToldSegment = {
  text: string;
  start: number;
  end: number;
  words: ToldWord[];
  meanLogProbability: number | null;
  noSpeech: number | null;
  compressionRatio: number | null;
};

/** What servers of this protocol answer, brought to one form: words stand in their segments, or beside them. */
export type Answer = { text: string; segments: ToldSegment[]; words: ToldWord[] };

// servers write numbers as text, and null where they know nothing
const number = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value.replace(/s$/, '')) : value),
  z.number(),
);
const maybe = number.nullish().catch(null);
const text = z.string().nullish().catch(null);

const wordSchema = z.object({
  word: text,
  text,
  start: number,
  end: number,
  probability: maybe,
  score: maybe,
  confidence: maybe,
});
const segmentSchema = z.object({
  text: z.string(),
  start: number,
  end: number,
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

/** What a server answered; null where it is not of the protocol (a web page, another service). */
export function parseAnswer(body: string): Answer | null {
  const answer = answerSchema.safeParse(jsonOf(body)).data;
  if (!answer || [answer.text, answer.segments, answer.words].every((part) => (part ?? null) === null))
    return null;
  return {
    text: answer.text ?? '',
    segments: (answer.segments ?? []).flatMap(toSegment).toSorted((a, b) => a.start - b.start),
    words: toWords(answer.words),
  };
}

const isTime = (start: number, end: number) => Number.isFinite(start) && Number.isFinite(end) && start >= 0;

function toSegment(value: unknown): ToldSegment[] {
  const told = segmentSchema.safeParse(value).data;
  if (!told || !isTime(told.start, told.end)) return [];
  return [
    {
      text: told.text,
      start: told.start,
      end: Math.max(told.start, told.end),
      words: toWords(told.words),
      meanLogProbability: told.avg_logprob ?? null,
      noSpeech: told.no_speech_prob ?? null,
      compressionRatio: told.compression_ratio ?? null,
    },
  ];
}

/** A word without a time (some servers tell none for figures) is left out: it gets its time from its neighbours later. */
const toWords = (values: readonly unknown[] | null | undefined): ToldWord[] =>
  (values ?? []).flatMap((value) => {
    const told = wordSchema.safeParse(value).data;
    const text = told?.word ?? told?.text;
    if (!told || !text || !isTime(told.start, told.end)) return [];
    const confidence = told.probability ?? told.score ?? told.confidence ?? null;
    return [{ text, start: told.start, end: Math.max(told.start, told.end), confidence }];
  });
