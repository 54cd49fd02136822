import { z } from 'zod';

/**
 * `GET /api/v1/sessions/{id}/results/{label}/events`, server-sent: the text of a result while it is written. First `text` with
 * the text so far, then `more` with additions; `text` again if it is rewritten; `end` when it is done, failed or cancelled.
 */
export const resultEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('text'), text: z.string() }),
  z.object({ event: z.literal('more'), text: z.string() }),
  z.object({ event: z.literal('end') }),
]);
export type ResultEvent = z.infer<typeof resultEventSchema>;
