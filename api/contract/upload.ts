import { z } from 'zod';
import { toOneLine } from './one-line.ts';
import { recordingModes } from './recording.ts';

/** tus upload metadata (shapes). */
export const uploadMetadataSchema = z.object({
  session_id: z.string().min(1),
  file_name: z
    .string()
    .min(1)
    .max(500)
    .overwrite((name) => toOneLine(name) || 'file'),
  file_type: z.string().max(200).default(''),
  /** What the upload is of; absent: `record` where the length is deferred, else `upload`. */
  mode: z.enum(recordingModes).optional(),
});
export type UploadMetadata = z.infer<typeof uploadMetadataSchema>;

/** An upload that nobody has completed yet. */
export const unfinishedUploadSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** Of the session. */
  title: z.string(),
  mode: z.enum(recordingModes),
  /** Bytes that are there. */
  offset: z.number().int(),
  /** null: still open. */
  declared_length: z.number().int().nullable(),
  /** When the last part came; when it began, before there is one. */
  touched_at: z.iso.datetime(),
  /** It is there until this moment at least, unless it is gone on with, taken over or discarded. */
  keep_until: z.iso.datetime(),
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;

/** `GET /api/v1/uploads`, the one with the latest part first. */
export const uploadListSchema = z.object({ uploads: z.array(unfinishedUploadSchema) });
export type UploadList = z.infer<typeof uploadListSchema>;

/**
 * `POST /api/v1/uploads/{id}/adopt`. `force`: also where a part came within `limits.uploadActiveMs`, or is on its way; else
 * 409 `upload.active` with `retry_after_s`.
 */
export const adoptUploadSchema = z.strictObject({ force: z.boolean().default(false) });
/** `session_id` is another one than the upload's where that one had audio already. The same again: the same answer. */
export const adoptedResponseSchema = z.object({ session_id: z.string(), status: z.string() });

/**
 * 410 `upload.adopted`, beside `code`: what was taken. `bytes` after the cut to whole frames, `duration` in s, `sha256` of
 * these bytes. Answers to HEAD have no body: there it is JSON in the header `adoptedHeader`; GET has both.
 */
export const adoptedUploadSchema = z.object({
  session_id: z.string(),
  bytes: z.number().int(),
  duration: z.number(),
  sha256: z.string(),
});
export type AdoptedUpload = z.infer<typeof adoptedUploadSchema>;
export const adoptedHeader = 'Upload-Adopted';

/** `POST /api/v1/sessions/{id}/file-upload`. */
export const fileUploadResponseSchema = z.object({ bytes: z.number().int(), sha256: z.string() });

/** `QUOTA_GB`: audio and uploads in progress that a person keeps, and may keep, bytes. */
export const quotaSchema = z.object({ used_bytes: z.number().int(), limit_bytes: z.number().int() });
export type Quota = z.infer<typeof quotaSchema>;
