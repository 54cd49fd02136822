import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { AppEnv, CurrentUser } from '#api/app-env.ts';
import {
  createSessionSchema,
  listQuerySchema,
  patchSessionSchema,
  sessionDetailSchema,
  sessionListSchema,
  type SessionDetail,
  type SessionList,
  type SessionPatch,
} from '#api/contract/session.ts';
import { describe } from '#api/docs/describe.ts';
import { AppError } from '#api/lib/error.ts';
import { jsonBody, query } from '#api/lib/validate.ts';
import type { EditStore } from '#api/transcript/edit.store.ts';
import { createDetailReader, detailTag, namesTag, rowToItem, type DetailDeps } from './session-view.ts';
import type { Owner, SessionRow, SessionStore } from './session.store.ts';

export type SessionDeps = DetailDeps & {
  sessions: SessionStore;
  edits: Pick<EditStore, 'apply'>;
  /** Stops the work on a session and removes its files, before its rows go. */
  clear(sessionId: string): Promise<void>;
};

const maxJsonBytes = 1_000_000;
// the longest notes, each of their characters escaped
const maxPatchBytes = 2_000_000;
const bodyOfAtMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('request.too_large');
    },
  });

const toOwner = ({ host, id }: CurrentUser): Owner => ({ host, userId: id });

/** Sessions of the person who is signed in (§7: sessions). Behind the guard; what is someone else's is not found. */
export function createSessionRoutes(deps: SessionDeps) {
  const { sessions, edits, clear } = deps;
  const { progressFor, detailOf } = createDetailReader(deps);
  const orNotFound = (row: SessionRow | undefined): SessionRow => {
    if (!row) throw new AppError('session.not_found');
    return row;
  };
  const change = async (
    store: SessionStore,
    owner: Owner,
    id: string,
    { notes, ...fields }: Omit<SessionPatch, 'edits'>,
  ): Promise<SessionRow> => {
    const changed = await store.updateOwned(owner, id, notes ? { ...fields, notes } : fields);
    if (changed) return changed;
    const row = orNotFound(await store.find(owner, id));
    // the answer to the same change was lost: it is made, the rest with it
    if (notes?.text === row.notes) return orNotFound(await store.updateOwned(owner, id, fields));
    throw new AppError('session.notes_conflict', {
      extra: { have: { text: row.notes, rev: row.notes_rev } },
    });
  };
  const patch = async (
    owner: Owner,
    id: string,
    { edits: edited, ...fields }: SessionPatch,
  ): Promise<SessionRow> =>
    edited
      ? edits.apply(owner, id, edited, (store) => change(store, owner, id, fields))
      : change(sessions, owner, id, fields);
  const guarded = true;
  const errors = ['session.not_found'] as const;

  return new Hono<AppEnv>()
    .get(
      '/',
      describe(
        'session',
        'A page of the library, newest first',
        { 200: { schema: sessionListSchema } },
        {
          guarded,
        },
      ),
      query(listQuerySchema),
      async (c) => {
        const { rows, hasMore } = await sessions.list(toOwner(c.get('user')), c.req.valid('query'));
        const progresses = await Promise.all(rows.map(progressFor));
        const recordings = rows.map((row, index) =>
          rowToItem(row, { progress: progresses[index] ?? null, audio: undefined, data: {} }),
        );
        return c.json<SessionList>({ recordings, hasMore });
      },
    )
    .post(
      '/',
      describe(
        'session',
        'Create a session',
        { 201: { schema: sessionDetailSchema } },
        {
          guarded,
          errors: ['session.title_required'],
        },
      ),
      bodyOfAtMost(maxJsonBytes),
      jsonBody(createSessionSchema),
      async (c) => {
        const { session, integration_info: integrationInfo } = c.req.valid('json');
        const row = await sessions.create(toOwner(c.get('user')), session, integrationInfo);
        return c.json<SessionDetail, 201>(await detailOf(row), 201);
      },
    )
    .get(
      '/:id',
      describe(
        'session',
        'A session with everything that its screen shows',
        {
          200: { schema: sessionDetailSchema },
          304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
        },
        { guarded, errors },
      ),
      async (c) => {
        const row = orNotFound(await sessions.find(toOwner(c.get('user')), c.req.param('id')));
        const progress = await progressFor(row);
        const tag = detailTag(row, progress);
        c.header('ETag', tag);
        c.header('Cache-Control', 'private, no-cache');
        // a 304 has no body: the typed client is not to expect one
        if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304) as never;
        return c.json<SessionDetail>(await detailOf(row, { progress }));
      },
    )
    .patch(
      '/:id',
      describe(
        'session',
        'Change fields of a session',
        { 200: { schema: sessionDetailSchema } },
        {
          guarded,
          errors: [
            'session.not_found',
            'session.title_required',
            'session.notes_conflict',
            'session.edits_conflict',
            'session.edit_invalid',
          ],
        },
      ),
      bodyOfAtMost(maxPatchBytes),
      jsonBody(patchSessionSchema),
      async (c) => {
        const row = await patch(toOwner(c.get('user')), c.req.param('id'), c.req.valid('json'));
        return c.json<SessionDetail>(await detailOf(row));
      },
    )
    .delete(
      '/:id',
      describe(
        'session',
        'Delete a session with audio and texts',
        { 204: { description: 'Deleted.' } },
        {
          guarded,
          errors,
        },
      ),
      async (c) => {
        const owner = toOwner(c.get('user'));
        const { id } = orNotFound(await sessions.find(owner, c.req.param('id')));
        await clear(id);
        await sessions.remove(owner, id);
        return c.body(null, 204);
      },
    );
}
