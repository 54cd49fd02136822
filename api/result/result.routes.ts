import { Hono } from 'hono';
import type { AppEnv } from '#api/app-env.ts';
import { resultSchema, type SessionResult } from '#api/contract/session.ts';
import { describe } from '#api/docs/describe.ts';
import { AppError } from '#api/lib/error.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { TranscriptStore } from '#api/transcript/transcript.store.ts';
import { rowToResult, type ResultStore } from './result.store.ts';

export type ResultDeps = {
  sessions: Pick<SessionStore, 'find'>;
  transcripts: Pick<TranscriptStore, 'versions'>;
  results: ResultStore;
};

/** Former versions of results; the newest are in the detail. Behind the guard; what is someone else's is not found. */
export function createResultRoutes({ sessions, transcripts, results }: ResultDeps) {
  return new Hono<AppEnv>().get(
    '/:id/results/:label/:version',
    describe(
      'result',
      'A version of a result',
      { 200: { schema: resultSchema } },
      { guarded: true, errors: ['session.not_found', 'request.not_found'] },
    ),
    async (c) => {
      const { host, id: userId } = c.get('user');
      const session = await sessions.find({ host, userId }, c.req.param('id'));
      if (!session) throw new AppError('session.not_found');
      const row = await results.version(session.id, c.req.param('label'), Number(c.req.param('version')));
      if (!row) throw new AppError('request.not_found');
      const whole = (await transcripts.versions(session.id)).find(({ partial }) => !partial);
      const current = {
        transcript: whole?.version ?? 0,
        edits: session.edits_rev,
        notes: session.notes_rev,
      };
      return c.json<SessionResult>(rowToResult(row, current));
    },
  );
}
