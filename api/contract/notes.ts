import { z } from 'zod';
import { resultErrorCodes } from './errors.ts';

/**
 * `POST /api/v1/sessions/{id}/enhance-notes`: a proposal, nothing is stored. `format`: without a language model only the form
 * is put in order and lines are led back to the moments they speak of.
 */
export const enhancedNotesSchema = z.object({
  text: z.string(),
  engine: z.enum(['format', 'llm']),
  /** Revision of the notes that it was made from. */
  rev: z.number().int(),
  /** Moments that were found for lines. */
  links: z.number().int(),
  /** Statements that the language model made without a moment that exists; each is marked `[?]`. */
  unsupported: z.number().int(),
  /** Why the language model that is set up has not made it; null: it has, or there is none. */
  model_error: z.enum(resultErrorCodes).nullable(),
});
export type EnhancedNotes = z.infer<typeof enhancedNotesSchema>;
