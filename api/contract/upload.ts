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
  /** How the audio was made. If it is absent: `record` if the upload begins without its length, else `upload`. */
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
  /** Bytes that the server has. */
  offset: z.number().int(),
  /** Bytes of the whole upload; null if the device does not know them yet. */
  declared_length: z.number().int().nullable(),
  /** When the last part came; before the first part, when the upload began. */
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
/** `session_id` names a new session if the upload's session had audio already. A repeated request gets the same answer. */
export const adoptedResponseSchema = z.object({ session_id: z.string(), status: z.string() });

/**
 * Fields of 410 `upload.adopted`, beside `code`: the adopted audio. `bytes` after the cut to whole frames, `duration` in s,
 * `sha256` of these bytes. An answer to HEAD has no body, so it carries the fields as JSON in the header `adoptedHeader`.
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

/** Quota of a person (`QUOTA_GB`), bytes: audio and uploads in progress. */
export const quotaSchema = z.object({ used_bytes: z.number().int(), limit_bytes: z.number().int() });
export type Quota = z.infer<typeof quotaSchema>;
