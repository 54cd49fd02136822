import { Hono } from 'hono';
import { enhancedNotesSchema, type EnhancedNotes } from '#api/contract/notes.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { createNotesEnhancement, type NotesDeps } from './enhance-notes.ts';

/**
 * Creates the route for proposals for notes (§7). It requires a user, and reports the sessions of others as not found.
 */
export function createNotesRoutes(deps: NotesDeps) {
  const enhance = createNotesEnhancement(deps);
  return new Hono<AppEnv>().post(
    '/:id/enhance-notes',
    describe(
      'notes',
      'A proposal for the notes of a session, in order and with the moments they speak of; nothing is stored. With a language model it completes them from the transcript and may take minutes',
      { 200: { schema: enhancedNotesSchema } },
      { guarded: true, errors: ['session.not_found', 'notes.nothing_to_enhance'] },
    ),
    async (c) => {
      const proposal = await enhance(ownerOf(c), c.req.param('id'), c.req.raw.signal);
      return c.json<EnhancedNotes>(proposal);
    },
  );
}
