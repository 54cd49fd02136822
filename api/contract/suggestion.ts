import { z } from 'zod';

/**
 * A proposed change of the transcript: nothing is replaced until a person takes it (then it is an edit like any other).
 * `spelling` by dictionary, `punctuation`, `own` a word that the person has corrected so before, `model` by the language model.
 */
export const suggestionSchema = z.object({
  id: z.string(),
  segment: z.string(),
  /** s, where the segment begins. */
  at: z.number(),
  /** `[start, start + from.length)` of the segment's text when it was made, in UTF-16 units. */
  start: z.number().int().nonnegative(),
  from: z.string(),
  to: z.string(),
  /** Other proposals for the same place, the best first. */
  others: z.array(z.string()),
  kind: z.enum(['spelling', 'punctuation', 'own', 'model']),
  state: z.enum(['open', 'taken', 'left']),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/** `GET /api/v1/sessions/{id}/suggestions`: those of the newest run, in the order of the transcript. */
export const suggestionsSchema = z.object({
  suggestions: z.array(suggestionSchema),
  /** `data.corrections` of the session was at this version. */
  version: z.number().int(),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/** `POST /api/v1/sessions/{id}/suggestions`: what a person did with them; answers as GET. `open` takes that back. */
export const settleSuggestionsSchema = z.object({
  ids: z.array(z.string().max(64)).min(1).max(2_000),
  state: z.enum(['open', 'taken', 'left']),
});
