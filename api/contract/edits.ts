import { z } from 'zod';
import { limits } from './limits.ts';
import { toOneLine } from './one-line.ts';
import { secondsSchema, segmentSchema } from './transcript.ts';

const segmentId = z.string().min(1).max(64);
const speakerKey = z.string().min(1).max(32);

/** One edit of a transcript (§10.12). Its ids are those of the transcript with all earlier edits applied. */
export const editOpSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('text'), segment: segmentId, text: z.string().max(limits.maxSegmentLength) }),
  /** Names a speaker. A key that the transcript does not have adds a speaker. */
  z.object({
    op: z.literal('speaker'),
    key: speakerKey,
    name: z.string().overwrite(toOneLine).max(limits.maxSpeakerNameLength),
  }),
  z.object({ op: z.literal('assign'), segment: segmentId, speaker: speakerKey }),
  /** Merges consecutive segments into the first, which keeps its id and its speaker. */
  z.object({ op: z.literal('merge'), segments: z.array(segmentId).min(2).max(100) }),
  /**
   * Splits a segment at the time `at`, s. Words that begin before it stay. The second half gets the id `<id>/<at in ms>`, where
   * `<id>` is the segment's id up to its first slash.
   */
  z.object({ op: z.literal('split'), segment: segmentId, at: secondsSchema }),
  /**
   * Adds a turn after the segment `after`, or before the first if `after` is null. Its `id` is new, and its time is between its
   * neighbours.
   */
  z.object({
    op: z.literal('insert'),
    id: segmentId,
    after: segmentId.nullable(),
    speaker: speakerKey,
    start: secondsSchema,
    end: secondsSchema,
    text: z.string().max(limits.maxSegmentLength),
  }),
  /**
   * Replaces consecutive segments by the segments `by`, exactly as given. The page uses it to undo an edit and to
   * delete a turn.
   */
  z.object({
    op: z.literal('replace'),
    segments: z.array(segmentId).min(1).max(100),
    by: z.array(segmentSchema).max(100),
  }),
  /** Removes an entry from `unapplied` of the transcript. */
  z.object({ op: z.literal('dismiss'), unapplied: z.string().min(1).max(64) }),
]);
export type EditOp = z.infer<typeof editOpSchema>;

/** An edit in a request. Stored edits are read without this check. */
const sentOpSchema = editOpSchema.refine((op) => op.op !== 'insert' || op.end >= op.start, {
  path: ['end'],
  message: 'A turn ends after it begins.',
});

/**
 * The field `edits` of `PATCH /api/v1/sessions/{id}`. `version` is the version of the transcript that the client edited.
 * `base` is the revision of its edits, which the session detail names in `edits`. If the server stores another version or
 * revision, it answers 409 `session.edits_conflict`, with its own in `have`.
 */
export const editsPatchSchema = z.object({
  base: z.number().int().nonnegative(),
  version: z.number().int().positive(),
  ops: z.array(sentOpSchema).min(1).max(limits.maxEditsPerPatch),
});
export type EditsPatch = z.infer<typeof editsPatchSchema>;

/**
 * What a refused client needs to apply its edits again: the version of the stored transcript, the revision `edits` of
 * its edits, and in `ops` the edits since the client's `base`. `ops` is null if the client edited another version.
 */
export const editsConflictSchema = z.object({
  version: z.number().int(),
  edits: z.number().int(),
  ops: z.array(editOpSchema).nullable(),
});

/** Body of `POST /api/user/correction` (§7). */
export const correctionSchema = z.object({
  original_word: z.string().trim().min(1).max(limits.maxCorrectionLength),
  corrected_word: z.string().trim().min(1).max(limits.maxCorrectionLength),
});
export type Correction = z.infer<typeof correctionSchema>;

/** §7: the result is success or error. This is the answer for success; an error has an error body. */
export const correctionAnswerSchema = z.object({ status: z.literal('success') });
export type CorrectionAnswer = z.infer<typeof correctionAnswerSchema>;
