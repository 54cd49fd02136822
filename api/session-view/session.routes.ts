import { Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv, CurrentUser } from '#api/http/app-env.ts';
import {
  creationKeyHeader,
  createSessionHeaderSchema,
  createSessionSchema,
  detailQuerySchema,
  listQuerySchema,
  patchSessionSchema,
  sessionChangeSchema,
  sessionDetailSchema,
  sessionListSchema,
  type SessionChange,
  type SessionDetail,
  type SessionList,
  type SessionPatch,
} from '#api/contract/session.ts';
import { describe } from '#api/http/describe.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { mustBeSmall } from '#api/lib/kept-json.ts';
import { headers, jsonBody, query } from '#api/http/validate.ts';
import type { Search } from '#api/search/search.ts';
import type { EditStore } from '#api/transcript/edit.store.ts';
import { bodyOf } from '#api/http/body.ts';
import { creationDigest } from './creation-digest.rules.ts';
import { createDetailReader, namesTag, type DetailDeps } from './session-view.ts';
import { filterOf, type SessionRow, type SessionStore } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';

export type SessionDeps = DetailDeps & {
  clock: Clock;
  sessions: SessionStore;
  search: Search;
  edits: Pick<EditStore, 'apply'>;
  /** Stops the work on a session and removes its files, before its rows go. */
  clear(sessionId: string): Promise<void>;
};

// the longest settings and integration info, each of their characters escaped
const maxCreateBytes = 256_000;

const titleErrors = ['session.title_required', 'session.title_too_long', 'session.title_invalid'] as const;

// the longest notes, each of their characters escaped
const maxPatchBytes = 2_000_000;

/** RFC 7240 §4.2. */
const wantsLittle = (prefer: string | undefined): boolean =>
  (prefer ?? '')
    .split(/[,;]/)
    .some((item) => item.replaceAll(/[\s"]/g, '').toLowerCase() === 'return=minimal');

const toOwner = ({ host, id }: CurrentUser): Owner => ({ host, userId: id });

/** Sessions of the person who is signed in (§7: sessions). Behind the guard; what is someone else's is not found. */
export function createSessionRoutes(deps: SessionDeps) {
  const { clock, sessions, search, edits, clear } = deps;
  const { progressFor, tagOf, itemsOf, detailOf } = createDetailReader(deps);
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
        'A page of the library, newest first; of those with a word in their title, in what was said, that expire soon',
        { 200: { schema: sessionListSchema } },
        {
          guarded,
        },
      ),
      query(listQuerySchema),
      async (c) => {
        const { page, limit, search: title, text, expires_days: expiresDays } = c.req.valid('query');
        const owner = toOwner(c.get('user'));
        const filter = { search: title, expiresDays };
        // a text without a letter or digit cannot have been said
        if (text.trim() !== '' && !search.asks(text))
          return c.json<SessionList>({ recordings: [], hasMore: false });
        if (!search.asks(text)) {
          const { rows, hasMore } = await sessions.list(owner, { page, limit, ...filter });
          return c.json<SessionList>({ recordings: await itemsOf(rows), hasMore });
        }
        const asked = { text, page, limit, filter: filterOf(filter, clock.now()) };
        const { found, hasMore } = await search.find(owner, asked);
        const items = await itemsOf(found.map(({ row }) => row));
        const recordings = items.map((item, index) => {
          const { hits, hitCount } = found[index]!;
          return { ...item, hits, hit_count: hitCount };
        });
        return c.json<SessionList>({ recordings, hasMore });
      },
    )
    .post(
      '/',
      describe(
        'session',
        'Create a session, once for each Idempotency-Key',
        { 201: { schema: sessionDetailSchema } },
        {
          guarded,
          errors: [
            ...titleErrors,
            'session.settings_too_large',
            'session.key_reused',
            'session.gone',
            'session.day_limit',
          ],
        },
      ),
      bodyOf({ maxBytes: maxCreateBytes }),
      headers(createSessionHeaderSchema),
      jsonBody(createSessionSchema),
      async (c) => {
        const { session, integration_info: integrationInfo } = c.req.valid('json');
        mustBeSmall(session.settings, 'session.settings_too_large');
        mustBeSmall(integrationInfo, 'session.settings_too_large');
        const owner = toOwner(c.get('user'));
        const key = c.req.header(creationKeyHeader)?.toLowerCase();
        const digest = creationDigest(await c.req.json());
        const row = await (key === undefined
          ? sessions.create(owner, session, integrationInfo)
          : sessions.createOnce(owner, session, integrationInfo, { key, digest }));
        return c.json<SessionDetail, 201>(await detailOf(row), 201);
      },
    )
    .get(
      '/:id',
      describe(
        'session',
        'A session with everything that its screen shows',
        {
          200: { schema: sessionDetailSchema, headers: { ETag: 'Changes when the session changes.' } },
          304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
        },
        { guarded, errors, headers: { 'If-None-Match': 'The ETag of what the client has.' } },
      ),
      query(detailQuerySchema),
      async (c) => {
        const row = orNotFound(await sessions.find(toOwner(c.get('user')), c.req.param('id')));
        const progress = await progressFor(row);
        const tag = await tagOf(row, progress);
        c.header('ETag', tag);
        c.header('Cache-Control', 'private, no-cache');
        // a 304 has no body: the typed client is not to expect one
        if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304) as never;
        const { signal } = c.req.raw;
        try {
          return c.json<SessionDetail>(await detailOf(row, { progress, signal, ...c.req.valid('query') }));
        } catch (error) {
          if (signal.aborted) return c.body(null) as never;
          throw error;
        }
      },
    )
    .patch(
      '/:id',
      describe(
        'session',
        'Change fields of a session',
        {
          200: {
            schema: z.union([sessionDetailSchema, sessionChangeSchema]),
            description: 'The session; with `Prefer: return=minimal` (RFC 7240) only its revisions.',
            headers: { 'Preference-Applied': 'return=minimal, where it was asked for.' },
          },
        },
        {
          guarded,
          headers: { Prefer: 'return=minimal' },
          errors: [
            'session.not_found',
            ...titleErrors,
            'session.settings_too_large',
            'session.notes_conflict',
            'session.edits_conflict',
            'session.edits_full',
            'session.edit_invalid',
          ],
        },
      ),
      bodyOf({ maxBytes: maxPatchBytes }),
      jsonBody(patchSessionSchema),
      async (c) => {
        const changes = c.req.valid('json');
        mustBeSmall(changes.settings, 'session.settings_too_large');
        const row = await patch(toOwner(c.get('user')), c.req.param('id'), changes);
        c.header('Vary', 'Prefer', { append: true });
        if (wantsLittle(c.req.header('prefer'))) {
          const whole = changes.edits?.version ?? (await sessions.wholeVersions([row.id])).get(row.id);
          const change = { edits: row.edits_rev, version: whole ?? 0, notes: { rev: row.notes_rev } };
          c.header('Preference-Applied', 'return=minimal');
          // who asks for it knows what comes: the typed client expects the session
          return c.json<SessionChange>(change) as never;
        }
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
