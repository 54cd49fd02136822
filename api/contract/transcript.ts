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
  /** The engine repeated the same text. */
  'repetition',
  /** The engine wrote text although nobody seems to speak. */
  'no_speech',
  /** The text repeats itself more than speech does (compression ratio). */
  'compression',
  /** The engine was unsure of its words (mean log-probability). */
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
  /** Null if there is no reason for doubt. */
  doubt: z.enum(doubtCodes).nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

/** An edit that could not be carried over to a newer version. It stays until somebody dismisses it (`edits.ts`). */
export const unappliedSchema = z.object({
  id: z.string(),
  kind: z.enum(['text', 'speaker', 'assign', 'merge', 'split', 'insert', 'replace']),
  /** Where the edited text was, s of the stored audio. */
  start: secondsSchema,
  end: secondsSchema,
  /** The text that the person wrote, or the name of the speaker. */
  text: z.string(),
  /** The engine's text at that position. */
  was: z.string(),
});
export type Unapplied = z.infer<typeof unappliedSchema>;

/**
 * The engine's words under edited segments, so that restoring a text restores its words. Views and documents do not use
 * it.
 */
export const originsSchema = z.object({
  /** For each segment, also removed ones, its words as ranges `[id in sources, from, to)`; empty if no engine wrote it. */
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
  /** Edits of the previous version that could not be carried over; ascending. */
  unapplied: z.array(unappliedSchema),
  /** Absent if the transcript is unedited. */
  origins: originsSchema.optional(),
});
export type Transcript = z.infer<typeof transcriptSchema>;

export const transcriptVersionSchema = z.object({
  version: z.number().int(),
  engine: z.string(),
  /** `de`, `en`, `fr`, `it`. */
  language: z.string(),
  created_at: z.iso.datetime(),
  /** The engine is still writing, or was stopped. */
  partial: z.boolean(),
  segments: z.number().int(),
});
export type TranscriptVersion = z.infer<typeof transcriptVersionSchema>;

/** `GET /api/v1/sessions/{id}/transcripts`, newest first. `…/{version}` answers a `transcriptSchema` as the engine wrote it. */
export const transcriptVersionsSchema = z.object({ versions: z.array(transcriptVersionSchema) });
export type TranscriptVersions = z.infer<typeof transcriptVersionsSchema>;
