import { z } from 'zod';
import { resultErrorCodes } from './errors.ts';

/**
 * Answer of `POST /api/v1/sessions/{id}/enhance-notes`: a proposal, which is not stored. `engine` is `format` if no
 * language model wrote it: then the notes are only formatted and linked to moments.
 */
export const enhancedNotesSchema = z.object({
  text: z.string(),
  engine: z.enum(['format', 'llm']),
  /** Revision of the notes that were enhanced. */
  rev: z.number().int(),
  /** Number of lines that were linked to a moment. */
  links: z.number().int(),
  /** Number of statements of the language model for which it named no existing source. Each is marked `[?]`. */
  unsupported: z.number().int(),
  /** Why the configured language model failed. Null if it did not fail, or if none is configured. */
  model_error: z.enum(resultErrorCodes).nullable(),
});
export type EnhancedNotes = z.infer<typeof enhancedNotesSchema>;
