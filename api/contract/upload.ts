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
