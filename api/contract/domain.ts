import { z } from 'zod';

/** `GET /api/v1/domain-config` (§3, §7). */
export const domainConfigSchema = z.object({
  tags: z.array(z.string()),
  config: z.record(z.string(), z.unknown()),
});
