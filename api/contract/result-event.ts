import { z } from 'zod';

/**
 * `GET /api/v1/sessions/{id}/results/{label}/events`, server-sent: the text of a result while it is written. First `text` with
 * what is there, then `more` as it comes; `text` again where it is written anew; `end` when it is made, failed or cancelled.
 */
export const resultEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('text'), text: z.string() }),
  z.object({ event: z.literal('more'), text: z.string() }),
  z.object({ event: z.literal('end') }),
]);
export type ResultEvent = z.infer<typeof resultEventSchema>;
