import { z } from 'zod';

/** tus upload metadata (shapes). */
export const uploadMetadataSchema = z.object({
  session_id: z.string().min(1),
  file_name: z.string().min(1).max(500),
  file_type: z.string().max(200).default(''),
});
export type UploadMetadata = z.infer<typeof uploadMetadataSchema>;

/** `POST /api/v1/sessions/{id}/file-upload`. */
export const fileUploadResponseSchema = z.object({ bytes: z.number().int(), sha256: z.string() });

/** `QUOTA_GB`: audio and uploads in progress that a person keeps, and may keep, bytes. */
export const quotaSchema = z.object({ used_bytes: z.number().int(), limit_bytes: z.number().int() });
export type Quota = z.infer<typeof quotaSchema>;
