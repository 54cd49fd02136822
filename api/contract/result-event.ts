import { z } from 'zod';

/**
 * Event of `GET /api/v1/sessions/{id}/results/{label}/events` (server-sent), which sends the text of a result while it
 * is written. The first event is `text` with the text so far. `more` is text to be added. Another `text` replaces
 * everything, if the result is rewritten. `end` comes when the result is done, failed or cancelled.
 */
export const resultEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('text'), text: z.string() }),
  z.object({ event: z.literal('more'), text: z.string() }),
  z.object({ event: z.literal('end') }),
]);
export type ResultEvent = z.infer<typeof resultEventSchema>;
