import { z } from 'zod';

/**
 * A proposed correction of the transcript. Nothing changes until a person accepts it; then it becomes an edit. The kind is
 * `spelling` (by a dictionary), `punctuation`, `own` (a word that the person has corrected before) or `model` (by the language
 * model).
 */
export const suggestionSchema = z.object({
  id: z.string(),
  segment: z.string(),
  /** Start of the segment, s. */
  at: z.number(),
  /**
   * Position of `from` in the text that the segment had at that time: `[start, start + from.length)`, in UTF-16 units.
   */
  start: z.number().int().nonnegative(),
  from: z.string(),
  to: z.string(),
  others: z.array(z.string()),
  kind: z.enum(['spelling', 'punctuation', 'own', 'model']),
  state: z.enum(['open', 'taken', 'left']),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

/**
 * Answer of `GET /api/v1/sessions/{id}/suggestions`: the suggestions of the newest run, in the order of the transcript.
 */
export const suggestionsSchema = z.object({
  suggestions: z.array(suggestionSchema),
  /** Version of `data.corrections` of the session. */
  version: z.number().int(),
});
export type Suggestions = z.infer<typeof suggestionsSchema>;

/**
 * Body of `POST /api/v1/sessions/{id}/suggestions`, which settles suggestions. The answer is that of GET. The state
 * `open` undoes a settlement.
 */
export const settleSuggestionsSchema = z.object({
  ids: z.array(z.string().max(64)).min(1).max(2_000),
  state: z.enum(['open', 'taken', 'left']),
});
