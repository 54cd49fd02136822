import { z } from 'zod';

/** What every failed call answers (decisions: calls beyond the listed ones). */
export const errorBodySchema = z.object({
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** `recording.incomplete`, `recording.digest_mismatch`: what is there. */
  have: z.object({ bytes: z.number(), sha256: z.string().nullable() }).optional(),
  /** `auth.too_many_attempts`: when the next try is allowed. */
  retry_after_s: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
