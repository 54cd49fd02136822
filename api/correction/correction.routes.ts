import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { settleSuggestionsSchema, suggestionsSchema, type Suggestions } from '#api/contract/suggestion.ts';
import { describe } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { jsonBody } from '#api/http/validate.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionRow, SessionStore } from '#api/session/session.store.ts';
import { bodyOf } from '#api/http/body.ts';
import type { SuggestionStore } from './suggestion.store.ts';

export type CorrectionDeps = {
  sessions: Pick<SessionStore, 'find' | 'update'>;
  suggestions: Pick<SuggestionStore, 'list' | 'settle' | 'version'>;
};

/** The limit is enough for all ids that the schema allows. */
const limited = bodyOf({ maxBytes: 256_000 });

/** Creates the routes for suggested corrections of transcripts. Sessions of other users are reported as not found. */
export function createCorrectionRoutes({ sessions, suggestions }: CorrectionDeps) {
  const owned = async (c: Context<AppEnv>, id: string): Promise<SessionRow> =>
    orNotFound(await sessions.find(ownerOf(c), id));
  const read = async ({ id }: SessionRow): Promise<Suggestions> => ({
    suggestions: await suggestions.list(id),
    version: await suggestions.version(id),
  });
  return new Hono<AppEnv>()
    .get(
      '/:id/suggestions',
      describe(
        'correction',
        'Proposed changes of the transcript',
        { 200: { schema: suggestionsSchema } },
        { guarded: true, errors: ['session.not_found'] },
      ),
      async (c) => c.json<Suggestions>(await read(await owned(c, c.req.param('id')))),
    )
    .post(
      '/:id/suggestions',
      describe(
        'correction',
        'Tell what became of proposed changes',
        { 200: { schema: suggestionsSchema } },
        { guarded: true, errors: ['session.not_found'] },
      ),
      limited,
      jsonBody(settleSuggestionsSchema),
      async (c) => {
        const session = await owned(c, c.req.param('id'));
        const { ids, state } = c.req.valid('json');
        if ((await suggestions.settle(session.id, ids, state)) > 0) await sessions.update(session.id, {});
        return c.json<Suggestions>(await read(session));
      },
    );
}
