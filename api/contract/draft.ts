import { z } from 'zod';
import { draftEngines } from './draft-engine.ts';
import { limits } from './limits.ts';
import { secondsSchema } from './transcript.ts';

const draftWordSchema = z.object({
  text: z.string().max(limits.maxDraftSegmentLength),
  start: secondsSchema,
  end: secondsSchema,
  confidence: z.number().min(0).max(1),
});

const pieceSchema = z.object({
  start: secondsSchema,
  end: secondsSchema,
  text: z.string().max(limits.maxDraftSegmentLength),
});

/** A piece of a draft. Its times are those of the recording. */
const draftSegmentSchema = pieceSchema.extend({
  words: z.array(draftWordSchema).max(limits.maxDraftWords).optional(),
});
export type DraftSegment = z.infer<typeof draftSegmentSchema>;

const segments = z.array(draftSegmentSchema).max(limits.maxDraftSegments);

/** The whole text that the device recognised before there is a transcript. */
const draftSchema = z.object({
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
  .array(pieceSchema)
  .max(limits.maxDraftSegments)
  .transform((list): Draft => ({ engine: 'dictation', model: '', language: null, segments: list }));

const anyDraftSchema = z.union([draftSchema, dictatedSchema], {
  error: 'It must be { engine, model, language, segments }, or a list of segments.',
});

/**
 * Body of `PUT /api/v1/sessions/{id}/draft`, and field `draft` of recording-complete (§10.14). At most
 * `limits.maxDraftBytes` of JSON. Pieces are counted and looked at first: an array's schema collects a complaint about each
 * of its items, a body has room for millions, and zod throws a RangeError from about 60,000 on.
 */
export const sentDraftSchema = z.preprocess((sent: z.input<typeof anyDraftSchema>, { addIssue }) => {
  const fault = faultOfPieces(sent);
  if (fault !== null) addIssue(fault);
  return sent;
}, anyDraftSchema);

/** Returns the first fault of the pieces; null if there is none, or no list of pieces. Words of a bare list are not read. */
function faultOfPieces(sent: unknown): string | null {
  const pieces: unknown = Array.isArray(sent) ? sent : (sent as { segments?: unknown } | null)?.segments;
  if (!Array.isArray(pieces)) return null;
  if (pieces.length > limits.maxDraftSegments)
    return `There are more than ${limits.maxDraftSegments} segments.`;
  let count = 0;
  for (const piece of pieces as ({ words?: unknown } | null)[]) {
    if (!pieceSchema.safeParse(piece).success)
      return 'A segment must be { start, end, text }, maybe with words.';
    const words = pieces === sent ? undefined : piece?.words;
    if (words === undefined) continue;
    if (!Array.isArray(words)) return 'The words must be a list.';
    count += words.length;
    if (count > limits.maxDraftWords) return `There are more than ${limits.maxDraftWords} words.`;
    if (!words.every((word) => draftWordSchema.safeParse(word).success))
      return 'A word must be { text, start, end, confidence }.';
  }
  return null;
}
