import { z } from 'zod';
import { resultErrorCodes } from './errors.ts';

/**
 * `POST /api/v1/sessions/{id}/enhance-notes`: a proposal; nothing is stored. `engine` is `format` if no language
 * model wrote it: then the notes are only formatted and linked to moments.
 */
export const enhancedNotesSchema = z.object({
  text: z.string(),
  engine: z.enum(['format', 'llm']),
  /** Revision of the notes that were enhanced. */
  rev: z.number().int(),
  /** Number of lines that were linked to a moment. */
  links: z.number().int(),
  /** Statements of the language model without an existing source; each is marked `[?]`. */
  unsupported: z.number().int(),
  /** Why the configured language model failed; null if it did not, or none is configured. */
  model_error: z.enum(resultErrorCodes).nullable(),
});
export type EnhancedNotes = z.infer<typeof enhancedNotesSchema>;
