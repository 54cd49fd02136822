import { Hono } from 'hono';
import { enhancedNotesSchema, type EnhancedNotes } from '#api/contract/notes.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { createNotesEnhancement, type NotesDeps } from './enhance-notes.ts';

/** Proposals for notes (§7). The route requires a user. It does not find the sessions of others. */
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
      const { host, id: userId } = c.get('user');
      const proposal = await enhance({ host, userId }, c.req.param('id'), c.req.raw.signal);
      return c.json<EnhancedNotes>(proposal);
    },
  );
}
