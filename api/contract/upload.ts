import { z } from 'zod';
import { toOneLine } from './one-line.ts';
import { recordingModes } from './recording.ts';

/** Required metadata in the header `Upload-Metadata` of a new tus upload (§10.7). */
export const uploadMetadataSchema = z.object({
  session_id: z.string().min(1),
  file_name: z
    .string()
    .min(1)
    .max(500)
    .overwrite((name) => toOneLine(name) || 'file'),
  file_type: z.string().max(200).default(''),
  /** How the audio was made. Default: `record` if the upload begins without its length, else `upload`. */
  mode: z.enum(recordingModes).optional(),
});
export type UploadMetadata = z.infer<typeof uploadMetadataSchema>;

/** An upload that nobody has completed yet. */
export const unfinishedUploadSchema = z.object({
  id: z.string(),
  session_id: z.string(),
  /** Title of the session. */
  title: z.string(),
  mode: z.enum(recordingModes),
  /** Number of bytes that the server has. */
  offset: z.number().int(),
  /** Number of bytes of the whole upload; null if the device does not know it yet. */
  declared_length: z.number().int().nullable(),
  /** When the last part came. Before the first part it is the time at which the upload began. */
  touched_at: z.iso.datetime(),
  /** The upload expires after this time. A further part extends it; adopting or discarding the upload ends it earlier. */
  keep_until: z.iso.datetime(),
});
export type UnfinishedUpload = z.infer<typeof unfinishedUploadSchema>;

/** Answer of `GET /api/v1/uploads`, the upload with the latest part first. */
export const uploadListSchema = z.object({ uploads: z.array(unfinishedUploadSchema) });
export type UploadList = z.infer<typeof uploadListSchema>;

/**
 * Body of `POST /api/v1/uploads/{id}/adopt`. Without `force` an upload that got a part within `limits.uploadActiveMs`, or is
 * getting one now, is refused: 409 `upload.active` with `retry_after_s`.
 */
export const adoptUploadSchema = z.strictObject({ force: z.boolean().default(false) });
/**
 * `session_id` names a new session if the upload's session already had audio. A repeated request gets the same answer.
 */
export const adoptedResponseSchema = z.object({ session_id: z.string(), status: z.string() });

/**
 * Fields of 410 `upload.adopted` beside `code`, which describe the adopted audio: `bytes` is its size after it was cut
 * to whole frames, `duration` is in s, `sha256` is the digest of these bytes. An answer to HEAD has no body, so it
 * carries the fields as JSON in the header `adoptedHeader`.
 */
export const adoptedUploadSchema = z.object({
  session_id: z.string(),
  bytes: z.number().int(),
  duration: z.number(),
  sha256: z.string(),
});
export type AdoptedUpload = z.infer<typeof adoptedUploadSchema>;
export const adoptedHeader = 'Upload-Adopted';

/** Answer of `POST /api/v1/sessions/{id}/file-upload`. */
export const fileUploadResponseSchema = z.object({ bytes: z.number().int(), sha256: z.string() });

/** Bytes that a person uses (audio and uploads in progress) and may use (`QUOTA_GB`). */
export const quotaSchema = z.object({ used_bytes: z.number().int(), limit_bytes: z.number().int() });
export type Quota = z.infer<typeof quotaSchema>;
