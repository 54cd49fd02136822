import { z } from 'zod';

/** `GET /api/v1/domain-config` (§3, §7). */
export const domainConfigSchema = z.object({
  tags: z.array(z.string()),
  config: z.looseObject({
    /** Largest file that may be uploaded here (§5). */
    max_upload_bytes: z.number().int(),
  }),
});
export type DomainConfig = z.infer<typeof domainConfigSchema>;
