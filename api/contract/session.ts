import { z } from 'zod';
import { editsPatchSchema } from './edits.ts';
import { limits } from './limits.ts';
import { toOneLine } from './one-line.ts';
import { markerSchema, verdictSchema } from './recording.ts';
import { transcriptSchema } from './transcript.ts';

/** Statuses of §4. `preparing` is set by the page alone, `overdue` is derived from the estimate. */
export const sessionStatuses = [
  'new',
  'preparing',
  'pending',
  'transcribing',
  'processing',
  'overdue',
  'completed',
  'error',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** Session languages (§3); Swiss German is offered under German, the engine gets `de`. */
export const sessionLanguages = ['de', 'de-CH', 'en', 'fr', 'it'] as const;
export type SessionLanguage = (typeof sessionLanguages)[number];

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

/** `POST /api/v1/sessions/`. */
export const createSessionSchema = z.strictObject({
  session: sessionDraftSchema,
  integration_info: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Headers of `POST /api/v1/sessions/`. The client makes the key and keeps it until it has an answer. A request that repeats a key
 * creates nothing. If its body is the same as the first one's, the answer is 201 with the session as it is now; if the body
 * differs, 409 `session.key_reused` with `session_id`; if the session has been deleted, 410 `session.gone`.
 */
export const createSessionHeaderSchema = z.object({ 'idempotency-key': z.uuid().optional() });
export const creationKeyHeader = 'Idempotency-Key';

/** `PATCH /api/v1/sessions/{id}`: any of these. */
export const patchSessionSchema = z
  .strictObject({
    title: titleSchema,
    language: z.enum(sessionLanguages),
    participants: participantsSchema,
    fhir_patient_id: patientIdSchema,
    /** Replaces all settings. */
    settings: z.record(z.string(), z.unknown()),
    /** Markdown. `base`: the revision that the text grew from; another one is there: 409 `session.notes_conflict`. */
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
  /** Estimated remaining time, s; null while estimating. */
  remaining_s: z.number().nullable(),
  /** Jobs before this one. */
  queue: z.number().int(),
});

/** One processing result (§3 `data`): `false` while pending. */
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
    /** Transcript, notes or option have changed since. */
    stale: z.boolean(),
    error: z.string().nullable(),
    /** Of a custom prompt: the tab that it was asked from, what was asked, and a name for it. */
    source_tab: z.string(),
    prompt: z.string(),
    title: z.string(),
    /** The transcript has no or hardly any words: no engine was asked. */
    notice: z.enum(['nothing_to_process']).nullable(),
    version: z.number().int(),
    /** Number of the version before, 0: none; `GET …/results/{label}/{version}`. */
    previous: z.number().int(),
    created_at: z.iso.datetime(),
  }),
]);
export type SessionResult = z.infer<typeof resultSchema>;

/** Where something was said, in a list that was asked for `text`. */
export const hitSchema = z.object({
  segment: z.string(),
  /** s. */
  at: z.number(),
  /** What was said around it; `marks`: `[from, to)` in its UTF-16 units. */
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Hit = z.infer<typeof hitSchema>;

/** List items carry the fields of §3, and how far the work on them is. Results in them have no text and no sources. */
export const sessionItemSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  date: z.iso.datetime(),
  /** s; 0 before there is audio. */
  duration: z.number(),
  status: z.enum(sessionStatuses),
  /** Code (`api/contract/errors.ts`, reasonCodes) when pending or error, and why it was `not_renewed`. */
  reason: z.string().nullable(),
  participants: z.number().int().nullable(),
  language: z.enum(sessionLanguages),
  data: z.record(z.string(), resultSchema),
  state: z.object({ processing_start: z.iso.datetime().nullable() }),
  /** null where nothing is being done. */
  progress: progressSchema.nullable(),
  domain: z.object({ cleanup: z.boolean() }),
  /** The last day on which the audio is there; null where there is none. */
  audio_until: z.iso.date().nullable(),
  content_until: z.iso.date(),
  /** Loudest sample of each of 60 parts, 0 to 255, base64; null before there is a picture. */
  thumbnail: z.string().nullable(),
  /** The first few moments, where the list was asked for `text`, and how many there are (counted to 100). */
  hits: z.array(hitSchema).optional(),
  hit_count: z.number().int().optional(),
});
export type SessionItem = z.infer<typeof sessionItemSchema>;

export const sessionDetailSchema = sessionItemSchema.extend({
  fhir_patient_id: z.string().nullable(),
  /**
   * Nobody speaks; the file holds much less sound than it says of itself: it was cut off or is damaged; a newer version was
   * asked for and could not be made, the one that is shown stays.
   */
  notice: z.enum(['no_speech', 'cut_short', 'not_renewed']).nullable(),
  transcript: transcriptSchema.nullable(),
  /** `transcript` is left out: it is the one that was named in `have`. */
  transcript_unchanged: z.literal(true).optional(),
  /** Revision of the overlay of edits. */
  edits: z.number().int(),
  notes: z.object({ text: z.string(), rev: z.number().int() }),
  audio: z
    .object({
      duration: z.number(),
      bytes: z.number().int(),
      deleted_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** Speech regions and verdict as the device measured them; null where it did not. */
  speech: z.array(z.tuple([z.number(), z.number()])).nullable(),
  verdict: verdictSchema.nullable(),
  /** What the person marked, and what the device noticed while recording; ascending. */
  markers: z.array(markerSchema),
  /** `[time in stored audio, time in original]` for each stretch that was kept before it was sent; null: untouched. */
  timemap: z.array(z.tuple([z.number(), z.number()])).nullable(),
  retention: z.object({ audio_until: z.iso.date(), content_until: z.iso.date() }),
  /** Of results that are `false`: the version that can be read meanwhile. */
  former: z.record(z.string(), z.number().int().positive()),
  settings: z.record(z.string(), z.unknown()),
  visibility: z.string(),
  show_survey: z.boolean(),
});
export type SessionDetail = z.infer<typeof sessionDetailSchema>;

/** `GET /api/v1/sessions/{id}`. */
export const detailQuerySchema = z.object({
  /** `<version>.<edits>` of the transcript that is there already. */
  have: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/)
    .optional(),
});

/** What a change with `Prefer: return=minimal` (RFC 7240) answers. `version`: of the transcript, 0: there is none. */
export const sessionChangeSchema = z.object({
  edits: z.number().int(),
  version: z.number().int(),
  notes: z.object({ rev: z.number().int() }),
});
export type SessionChange = z.infer<typeof sessionChangeSchema>;

/** `GET /api/v1/sessions/`. */
export const listQuerySchema = z.object({
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(limits.maxListPageSize).default(limits.listPageSize),
  /** Case-insensitive substring of the title (Unicode case folded). */
  search: z.string().max(200).default(''),
  /**
   * Finds sessions in which all words were said near each other; the last one may be the beginning of a word, and words in
   * quotes must follow each other exactly. A text without a letter or digit finds nothing.
   */
  text: z.string().max(200).default(''),
  /** Only what loses its audio or is deleted within so many days. */
  expires_days: z.coerce.number().int().min(0).max(366).optional(),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

export const sessionListSchema = z.object({
  recordings: z.array(sessionItemSchema),
  hasMore: z.boolean(),
});
export type SessionList = z.infer<typeof sessionListSchema>;
