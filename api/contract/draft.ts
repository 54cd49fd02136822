import { z } from 'zod';
import { draftEngines } from './draft-engine.ts';
import { limits } from './limits.ts';
import { secondsSchema } from './transcript.ts';

const draftWordSchema = z.strictObject({
  text: z.string().max(limits.maxDraftSegmentLength),
  start: secondsSchema,
  end: secondsSchema,
  confidence: z.number().min(0).max(1),
});

const span = { start: secondsSchema, end: secondsSchema, text: z.string().max(limits.maxDraftSegmentLength) };

/** A piece of a draft. Its times are those of the recording. */
const draftSegmentSchema = z.strictObject({ ...span, words: z.array(draftWordSchema).optional() });
export type DraftSegment = z.infer<typeof draftSegmentSchema>;

const segments = z.array(draftSegmentSchema).max(limits.maxDraftSegments);

/** Text that the device recognised before there is a transcript, whole. */
const draftSchema = z.strictObject({
  engine: z.enum(draftEngines),
  /** Name of the model, in one line; empty if it is not known, as with the recognition of a browser. */
  model: z
    .string()
    .regex(/^\P{Cc}*$/u)
    .max(limits.maxModelNameLength),
  /** Language as a tag (BCP 47). */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .max(35),
  segments,
});
/** A draft as the server reads it. `language` is null for the language of the session. */
export type Draft = Omit<z.infer<typeof draftSchema>, 'language'> & { language: string | null };

/** A list of segments without a frame is a draft of a dictation, as older pages and clients send it. */
const dictatedSchema = z
  .array(z.object(span))
  .max(limits.maxDraftSegments)
  .transform((list): Draft => ({ engine: 'dictation', model: '', language: null, segments: list }));

/**
 * Body of `PUT /api/v1/sessions/{id}/draft`, and field `draft` of recording-complete (§10.14). At most
 * `limits.maxDraftBytes` of JSON.
 */
export const sentDraftSchema = z.union([draftSchema, dictatedSchema], {
  error: 'It must be { engine, model, language, segments }, or a list of segments.',
});
