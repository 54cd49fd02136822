import { z } from 'zod';

/** Seconds from the start of the stored audio, millisecond precision. */
export const secondsSchema = z.number().nonnegative();

export const wordSchema = z.object({
  text: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  /** 0 to 1, from token probabilities. */
  confidence: z.number().min(0).max(1),
});
export type Word = z.infer<typeof wordSchema>;

export const segmentSchema = z.object({
  id: z.string(),
  /** Key into `speakers`. */
  speaker: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  text: z.string(),
  words: z.array(wordSchema),
  /** Why the text is doubtful, as a code; null where it is not. */
  doubt: z.string().nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const transcriptSchema = z.object({
  version: z.number().int(),
  engine: z.string(),
  /** The engine is still writing. */
  partial: z.boolean(),
  speakers: z.record(z.string(), z.object({ name: z.string() })),
  segments: z.array(segmentSchema),
});
export type Transcript = z.infer<typeof transcriptSchema>;
