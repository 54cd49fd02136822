import { z } from 'zod';
import { draftEngines } from './draft-engine.ts';

/** Seconds from the start of the stored audio, with a precision of 1 ms. */
export const secondsSchema = z.number().nonnegative();

export const wordSchema = z.object({
  text: z.string(),
  start: secondsSchema,
  end: secondsSchema,
  /** How sure the engine is of the word, 0 to 1, from token probabilities. */
  confidence: z.number().min(0).max(1),
});
export type Word = z.infer<typeof wordSchema>;

/** Why the text of a segment is not to be trusted; shown under `transcript.doubt.<code>`. */
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
  /** Null if there is no reason to doubt the text. */
  doubt: z.enum(doubtCodes).nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

/**
 * An edit that could not be carried over to a newer version of the transcript. It stays until somebody dismisses it
 * (`edits.ts`).
 */
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
 * The engine's words under edited segments. They are used to give a restored text its words again. Views and documents
 * do not use them.
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
  /** True while the engine is still writing. */
  partial: z.boolean(),
  speakers: z.record(z.string(), z.object({ name: z.string() })),
  segments: z.array(segmentSchema),
  /**
   * The draft that is the text, or its end, as long as no transcription is whole. Absent if no text is of a draft.
   * `from` is the id of the first segment of the draft; all segments after it are of the draft too.
   */
  draft: z.object({ engine: z.enum(draftEngines), model: z.string(), from: z.string() }).optional(),
  /** Edits of the previous version that could not be carried over; ascending. */
  unapplied: z.array(unappliedSchema),
  /** Absent if the transcript is unedited. */
  origins: originsSchema.optional(),
});
export type Transcript = z.infer<typeof transcriptSchema>;

export const transcriptVersionSchema = z.object({
  version: z.number().int(),
  engine: z.string(),
  /** Name of the model that wrote a draft; empty if it is not known, and for transcriptions. */
  model: z.string(),
  /** `de`, `en`, `fr` or `it`. */
  language: z.string(),
  created_at: z.iso.datetime(),
  /** True if the engine is still writing, or was stopped. */
  partial: z.boolean(),
  segments: z.number().int(),
});
export type TranscriptVersion = z.infer<typeof transcriptVersionSchema>;

/**
 * Answer of `GET /api/v1/sessions/{id}/transcripts`, newest version first. `…/{version}` answers a `transcriptSchema`
 * with the transcript as the engine wrote it.
 */
export const transcriptVersionsSchema = z.object({ versions: z.array(transcriptVersionSchema) });
export type TranscriptVersions = z.infer<typeof transcriptVersionsSchema>;
