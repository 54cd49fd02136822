import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { resultSchema, type SessionResult } from '#api/contract/session.ts';
import { describe } from '#api/http/describe.ts';
import { eventStreamHeaders } from '#api/http/event-stream.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { AppError } from '#api/lib/error.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { TranscriptStore } from '#api/transcript/transcript.store.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { createResultEvents } from './result-events.ts';
import type { ResultFeed } from './result-feed.ts';
import { rowToResult, type ResultStore } from './result.store.ts';

export type ResultDeps = {
  sessions: Pick<SessionStore, 'find'>;
  transcripts: Pick<TranscriptStore, 'versions'>;
  results: ResultStore;
  options: Pick<OptionStore, 'revs'>;
  feed: Pick<ResultFeed, 'subscribe'>;
  users: Pick<UserStore, 'isActive'>;
};

const activeStates = new Set(['pending', 'processing']);

/**
 * Creates the routes for earlier versions of results, and for the text of a result while it is written. The newest
 * versions are in the detail of the session. Results of other people are reported as not found.
 */
export function createResultRoutes({ sessions, transcripts, results, options, feed, users }: ResultDeps) {
  return new Hono<AppEnv>()
    .get(
      '/:id/results/:label/events',
      describe(
        'result',
        'The text of a result while it is written, server-sent; each `data` is JSON: {event: text | more, text}, {event: end}',
        { 200: { media: 'text/event-stream' } },
        { guarded: true, errors: ['session.not_found', 'request.not_found'] },
      ),
      async (c) => {
        const { id: sessionId, label } = c.req.param();
        orNotFound(await sessions.find(ownerOf(c), sessionId));
        const newest = async () => results.newestOfLabel(sessionId, label);
        if (!(await newest())) throw new AppError('request.not_found');
        const storedText = async () => {
          const row = await newest();
          return row && activeStates.has(row.state) ? row.text : null;
        };
        const mayGoOn = () => users.isActive(c.get('user'));
        const stream = createResultEvents({ feed, sessionId, label, storedText, mayGoOn });
        return c.body(stream, 200, eventStreamHeaders);
      },
    )
    .get(
      '/:id/results/:label/:version',
      describe(
        'result',
        'A version of a result',
        { 200: { schema: resultSchema } },
        { guarded: true, errors: ['session.not_found', 'request.not_found'] },
      ),
      async (c) => {
        const session = orNotFound(await sessions.find(ownerOf(c), c.req.param('id')));
        const row = await results.version(session.id, c.req.param('label'), Number(c.req.param('version')));
        if (!row) throw new AppError('request.not_found');
        const whole = (await transcripts.versions(session.id)).find(({ partial }) => !partial);
        const current = {
          transcript: whole?.version ?? 0,
          edits: session.edits_rev,
          notes: session.notes_rev,
          options: await options.revs(session.host),
        };
        return c.json<SessionResult>(rowToResult(row, current));
      },
    );
}
