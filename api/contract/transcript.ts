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

/** Why a text is not to be trusted; shown under `transcript.doubt.<code>`. */
export const doubtCodes = [
  /** The engine wrote the same again and again. */
  'repetition',
  /** It wrote although nobody seems to speak. */
  'no_speech',
  /** The text repeats itself more than speech does (compression ratio). */
  'compression',
  /** It was unsure of its words (mean log-probability). */
  'unsure',
  /** Speech was found here and the engine wrote nothing. */
  'missing',
] as const;
export type DoubtCode = (typeof doubtCodes)[number];

export const segmentSchema = z.object({
  id: z.string(),
  /** Key into `speakers`. */
  speaker: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  text: z.string(),
  words: z.array(wordSchema),
  /** Null where there is no reason to doubt it. */
  doubt: z.enum(doubtCodes).nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

/** A change that found no place in a newer version. Goes when somebody dismisses it (`edits.ts`). */
export const unappliedSchema = z.object({
  id: z.string(),
  kind: z.enum(['text', 'speaker', 'assign', 'merge', 'split', 'insert', 'replace']),
  /** s of the stored audio, where it stood. */
  start: secondsSchema,
  end: secondsSchema,
  /** What the person had written, or the name of the speaker. */
  text: z.string(),
  /** What the engine had written there before. */
  was: z.string(),
});
export type Unapplied = z.infer<typeof unappliedSchema>;

/**
 * What the machine had written under segments that people changed, so that a text typed back finds its words again. Views and
 * documents have no use for it.
 */
export const originsSchema = z.object({
  /** By id, of those that were removed as well: `[id in sources, from, to)` in its words; none: nobody had heard anything. */
  pieces: z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number().int(), z.number().int()]))])),
  sources: z.array(segmentSchema),
});
export type Origins = z.infer<typeof originsSchema>;

export const transcriptSchema = z.object({
  version: z.number().int(),
  engine: z.string(),
  /** The engine is still writing. */
  partial: z.boolean(),
  speakers: z.record(z.string(), z.object({ name: z.string() })),
  segments: z.array(segmentSchema),
  /** What people had changed in the version before and what could not be taken over into this one; ascending. */
  unapplied: z.array(unappliedSchema),
  /** Missing where all is as the machine wrote it. */
  origins: originsSchema.optional(),
});
export type Transcript = z.infer<typeof transcriptSchema>;

/** One of the versions that engines have written. */
export const transcriptVersionSchema = z.object({
  version: z.number().int(),
  engine: z.string(),
  /** `de`, `en`, `fr`, `it`. */
  language: z.string(),
  created_at: z.iso.datetime(),
  /** The engine is still writing, or was stopped. */
  partial: z.boolean(),
  /** How many segments it has. */
  segments: z.number().int(),
});
export type TranscriptVersion = z.infer<typeof transcriptVersionSchema>;

/** `GET /api/v1/sessions/{id}/transcripts`, newest first. `…/{version}` answers a `transcriptSchema` as the engine wrote it. */
export const transcriptVersionsSchema = z.object({ versions: z.array(transcriptVersionSchema) });
export type TranscriptVersions = z.infer<typeof transcriptVersionsSchema>;
