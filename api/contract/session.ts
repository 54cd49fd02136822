import { z } from 'zod';
import { editsPatchSchema } from './edits.ts';
import { limits } from './limits.ts';
import { toOneLine } from './one-line.ts';
import { markerSchema, verdictSchema } from './recording.ts';
import { sessionLanguages, sessionStatuses } from './session-terms.ts';
import { transcriptSchema } from './transcript.ts';

export * from './session-terms.ts';

const titleSchema = z.string().overwrite(toOneLine).min(1).max(limits.maxTitleLength);
const participantsSchema = z.number().int().min(1).max(limits.maxParticipants).nullable();
const patientIdSchema = z.string().overwrite(toOneLine).max(limits.maxPatientIdLength).nullable();

export const sessionDraftSchema = z.strictObject({
  title: titleSchema,
  language: z.enum(sessionLanguages),
  participants: participantsSchema.default(null),
  fhir_patient_id: patientIdSchema.default(null),
  settings: z.record(z.string(), z.unknown()).default({}),
});
export type SessionDraft = z.infer<typeof sessionDraftSchema>;

/** Body of `POST /api/v1/sessions/`. */
export const createSessionSchema = z.strictObject({
  session: sessionDraftSchema,
  integration_info: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Headers of `POST /api/v1/sessions/`. The client makes the key and keeps it until it has an answer. A request that repeats a
 * key creates nothing. If its body is the same as the first one's, the answer is 201 with the session as it is now; if the body
 * differs, 409 `session.key_reused` with `session_id`; if the session has been deleted, 410 `session.gone`.
 */
export const createSessionHeaderSchema = z.object({ 'idempotency-key': z.uuid().optional() });

/** Body of `PATCH /api/v1/sessions/{id}`: any of these fields. */
export const patchSessionSchema = z
  .strictObject({
    title: titleSchema,
    language: z.enum(sessionLanguages),
    participants: participantsSchema,
    fhir_patient_id: patientIdSchema,
    /** Replaces all settings. */
    settings: z.record(z.string(), z.unknown()),
    /**
     * Notes in Markdown. `base` is the revision that was edited; 409 `session.notes_conflict` if the stored revision
     * differs.
     */
    notes: z.strictObject({
      text: z.string().max(limits.maxNotesLength),
      base: z.number().int().nonnegative(),
    }),
    edits: editsPatchSchema,
  })
  .partial();
export type SessionPatch = z.infer<typeof patchSessionSchema>;

export const progressSchema = z.object({
  done: z.number(),
  total: z.number(),
  unit: z.literal('s'),
  /** Estimated remaining time, s; null before there is an estimate. */
  remaining_s: z.number().nullable(),
  /** Number of jobs that come before this one. */
  queue: z.number().int(),
});

/** One processing result (§3 `data`). It is `false` while it is pending. */
export const resultSchema = z.union([
  z.literal(false),
  z.object({
    state: z.enum(['processing', 'done', 'failed']),
    text: z.string(),
    sources: z.array(z.object({ n: z.number().int(), segment: z.string(), at: z.number() })),
    engine: z.enum(['extract', 'llm']),
    model: z.string(),
    made_from: z.object({
      transcript: z.number().int(),
      edits: z.number().int(),
      notes: z.number().int(),
      option: z.number().int(),
    }),
    /** Whether the transcript, the notes or the option have changed since the result was made. */
    stale: z.boolean(),
    error: z.string().nullable(),
    /** For a custom prompt: the tab whose text it worked on, the prompt, and a title of the result. */
    source_tab: z.string(),
    prompt: z.string(),
    title: z.string(),
    /** `nothing_to_process`: the transcript has almost no words, so no engine was asked. */
    notice: z.enum(['nothing_to_process']).nullable(),
    version: z.number().int(),
    /** Number of the previous version (`GET …/results/{label}/{version}`); 0 if there is none. */
    previous: z.number().int(),
    created_at: z.iso.datetime(),
  }),
]);
export type SessionResult = z.infer<typeof resultSchema>;

/**
 * A passage of a transcript that matches the search. Lists contain such passages if they were requested with `text`.
 */
export const hitSchema = z.object({
  segment: z.string(),
  /** Start of the match, s. */
  at: z.number(),
  /** Excerpt around the match. `marks` are the positions of the matching words in it, `[from, to)` in UTF-16 units. */
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Hit = z.infer<typeof hitSchema>;

/** A session in a list: the fields of §3 and the progress of the work. Its results have no text and no sources. */
export const sessionItemSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  date: z.iso.datetime(),
  /** Duration of the audio, s; 0 before there is audio. */
  duration: z.number(),
  status: z.enum(sessionStatuses),
  /**
   * One of `reasonCodes` (`api/contract/errors.ts`) if the status is pending or error, or if the notice is
   * `not_renewed`; else null.
   */
  reason: z.string().nullable(),
  participants: z.number().int().nullable(),
  language: z.enum(sessionLanguages),
  data: z.record(z.string(), resultSchema),
  state: z.object({ processing_start: z.iso.datetime().nullable() }),
  /** Null if no work is in progress. */
  progress: progressSchema.nullable(),
  /** `cleanup` is true in the last 7 days before anything of the session is deleted. */
  domain: z.object({ cleanup: z.boolean() }),
  /** Last day on which the audio exists; null without audio. */
  audio_until: z.iso.date().nullable(),
  /** Last day on which the session exists. */
  content_until: z.iso.date(),
  /** Loudest sample of each of 60 equal parts of the audio, 0 to 255, base64. Null before the peaks are known. */
  thumbnail: z.string().nullable(),
  /** First matches and the number of all matches (counted up to 100), in a list that was requested with `text`. */
  hits: z.array(hitSchema).optional(),
  hit_count: z.number().int().optional(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;

export const sessionDetailSchema = sessionItemSchema.extend({
  fhir_patient_id: z.string().nullable(),
  /**
   * `no_speech`: nobody speaks. `cut_short`: the file contains much less audio than it states. `not_renewed`: a new
   * transcription was requested and failed, so the session still shows the former version.
   */
  notice: z.enum(['no_speech', 'cut_short', 'not_renewed']).nullable(),
  transcript: transcriptSchema.nullable(),
  /** Present if `transcript` is null because the client already has this version: the client named it in `have`. */
  transcript_unchanged: z.literal(true).optional(),
  /** Number of edits of the transcript. */
  edits: z.number().int(),
  notes: z.object({ text: z.string(), rev: z.number().int() }),
  audio: z
    .object({
      duration: z.number(),
      bytes: z.number().int(),
      deleted_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Speech regions and verdict as measured on the device; null if it measured none. */
  speech: z.array(z.tuple([z.number(), z.number()])).nullable(),
  verdict: verdictSchema.nullable(),
  /** Markers of the person, and the warnings and gaps that were found while recording, ascending. */
  markers: z.array(markerSchema),
  /**
   * Pair `[time in stored audio, time in original]`, s, for each stretch that was kept when trimming. Null if the audio
   * was not trimmed.
   */
  timemap: z.array(z.tuple([z.number(), z.number()])).nullable(),
  retention: z.object({ audio_until: z.iso.date(), content_until: z.iso.date() }),
  /** Version of each result that can still be read while a new one is made (`false` in `data`). */
  former: z.record(z.string(), z.number().int().positive()),
  settings: z.record(z.string(), z.unknown()),
  visibility: z.string(),
  show_survey: z.boolean(),
});
export type SessionDetail = z.infer<typeof sessionDetailSchema>;

/** Query of `GET /api/v1/sessions/{id}`. */
export const detailQuerySchema = z.object({
  /** Transcript that the client has: `<version>.<edits>`. */
  have: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/)
    .optional(),
});

/** Answer to a change with `Prefer: return=minimal` (RFC 7240). `version` is that of the transcript, 0 if there is none. */
export const sessionChangeSchema = z.object({
  edits: z.number().int(),
  version: z.number().int(),
  notes: z.object({ rev: z.number().int() }),
});
export type SessionChange = z.infer<typeof sessionChangeSchema>;

/** Query of `GET /api/v1/sessions/`. */
export const listQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(limits.maxListPageSize).default(limits.listPageSize),
  /** Case-insensitive substring of the title (Unicode case folded). */
  search: z.string().max(200).default(''),
  /**
   * Finds sessions in which all words were said near each other. The last word may be a prefix; words in quotes must follow
   * each other exactly. A text without a letter or digit finds nothing.
   */
  text: z.string().max(200).default(''),
  /** Only sessions whose audio or content expires within this many days. */
  expires_days: z.coerce.number().int().min(0).max(366).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const sessionListSchema = z.object({
  recordings: z.array(sessionItemSchema),
  hasMore: z.boolean(),
});
export type SessionList = z.infer<typeof sessionListSchema>;
