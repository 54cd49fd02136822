import { Hono } from 'hono';
import type { AppEnv } from '#api/app-env.ts';
import { enhancedNotesSchema, type EnhancedNotes } from '#api/contract/notes.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { describe } from '#api/docs/describe.ts';
import { AppError } from '#api/lib/error.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { enhanceNotes } from './enhance.rules.ts';

export type NotesDeps = {
  sessions: Pick<SessionStore, 'find'>;
  transcriptOf(sessionId: string): Promise<Transcript | null>;
};

/** Proposals for notes (§7). Behind the guard; what is someone else's is not found. */
export function createNotesRoutes({ sessions, transcriptOf }: NotesDeps) {
  return new Hono<AppEnv>().post(
    '/:id/enhance-notes',
    describe(
      'notes',
      'A proposal for the notes of a session, in order and with the moments they speak of; nothing is stored',
      { 200: { schema: enhancedNotesSchema } },
      { guarded: true, errors: ['session.not_found', 'notes.nothing_to_enhance'] },
    ),
    async (c) => {
      const { host, id: userId } = c.get('user');
      const session = await sessions.find({ host, userId }, c.req.param('id'));
      if (!session) throw new AppError('session.not_found');
      if (session.notes.trim() === '') throw new AppError('notes.nothing_to_enhance');
      const transcript = await transcriptOf(session.id);
      const enhanced = enhanceNotes(session.notes, transcript?.segments ?? [], session.duration);
      return c.json<EnhancedNotes>({
        ...enhanced,
        engine: 'format',
        unsupported: 0,
        rev: session.notes_rev,
      });
    },
  );
}
