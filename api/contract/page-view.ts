import { z } from 'zod';

/**
 * Body of `POST /api/v1/page-views` (§10.27): the path of a screen, as `maskedPath` of `api/shared/masked-path.ts` returns it. The
 * server masks it once more. The page sends it only if `config.page_views` of `domain-config` is true.
 */
export const pageViewSchema = z.strictObject({ path: z.string().startsWith('/').max(2_000) });
export type PageView = z.infer<typeof pageViewSchema>;
