import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import {
  creationKeyHeader,
  createSessionHeaderSchema,
  createSessionSchema,
  detailQuerySchema,
  listQuerySchema,
  patchSessionSchema,
  type SessionChange,
  type SessionDetail,
  type SessionList,
} from '#api/contract/session.ts';
import type { Clock } from '#api/lib/clock.ts';
import { mustBeSmall } from '#api/lib/json-size.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { headers, jsonBody, query } from '#api/http/validate.ts';
import type { Search } from '#api/search/search.ts';
import type { TranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { bodyOf } from '#api/http/body.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionChange } from './change-session.ts';
import { createOptionRefusal } from './refuse-options-off.ts';
import { creationDigest } from './creation-digest.rules.ts';
import { createSessionList } from './list-sessions.ts';
import { sessionDescriptions } from './session-descriptions.ts';
import { titleCode } from './title-code.rules.ts';
import { namesTag, type DetailReader } from './session-view.ts';
import type { SessionStore } from '#api/session/session.store.ts';

export type SessionDeps = {
  detail: DetailReader;
  clock: Clock;
  sessions: SessionStore;
  search: Search;
  options: Pick<OptionStore, 'forms'>;
  edits: Pick<TranscriptEditing, 'apply'>;
  /** Stops the work on a session and removes its files. It is called before the rows are deleted. */
  clear(sessionId: string): Promise<void>;
};

// Room for the longest settings and integration info, with every character escaped.
const maxCreateBytes = 256_000;

// Room for the longest notes, with every character escaped.
const maxPatchBytes = 2_000_000;

/** True if the header `Prefer` contains `return=minimal` (RFC 7240, 4.2). */
const wantsMinimal = (prefer: string | undefined): boolean =>
  (prefer ?? '')
    .split(/[,;]/)
    .some((item) => item.replaceAll(/[\s"]/g, '').toLowerCase() === 'return=minimal');

/**
 * Creates the routes for the sessions of the signed-in person (§7: sessions). They must be behind the guard. Sessions
 * of others are reported as not found.
 */
export function createSessionRoutes(deps: SessionDeps) {
  const { clock, sessions, search, edits, clear } = deps;
  const { progressFor, tagOf, itemsOf, detailOf } = deps.detail;
  const changeSession = createSessionChange({ sessions, edits });
  const refuseOff = createOptionRefusal(deps);
  const listSessions = createSessionList({ clock, sessions, search, itemsOf });

  return new Hono<AppEnv>()
    .get('/', sessionDescriptions.list, query(listQuerySchema), async (c) => {
      const listed = await listSessions(ownerOf(c), c.req.valid('query'), c.get('tenant').retention);
      return c.json<SessionList>(listed);
    })
    .post(
      '/',
      sessionDescriptions.create,
      bodyOf({ maxBytes: maxCreateBytes }),
      headers(createSessionHeaderSchema),
      jsonBody(createSessionSchema, titleCode),
      async (c) => {
        const { session, integration_info: integrationInfo } = c.req.valid('json');
        mustBeSmall(session.settings, 'session.settings_too_large');
        mustBeSmall(integrationInfo, 'session.settings_too_large');
        const owner = ownerOf(c);
        const key = c.req.header(creationKeyHeader)?.toLowerCase();
        const digest = creationDigest(await c.req.json());
        await refuseOff.atCreation(c.get('tenant'), owner, key, session.settings);
        const row = await (key === undefined
          ? sessions.create(owner, session, integrationInfo)
          : sessions.createOnce(owner, session, integrationInfo, { key, digest }));
        return c.json<SessionDetail, 201>(await detailOf(row), 201);
      },
    )
    .get('/:id', sessionDescriptions.read, query(detailQuerySchema), async (c) => {
      const row = orNotFound(await sessions.find(ownerOf(c), c.req.param('id')));
      const progress = await progressFor(row);
      const tag = await tagOf(row, progress);
      c.header('ETag', tag);
      c.header('Cache-Control', 'private, no-cache');
      if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304);
      const { signal } = c.req.raw;
      try {
        const detail = await detailOf(row, { progress, signal, ...c.req.valid('query') });
        return c.json<SessionDetail, 200>(detail, 200);
      } catch (error) {
        // The client has disconnected, so nobody reads the answer.
        if (signal.aborted) return c.body(null, 304);
        throw error;
      }
    })
    .patch(
      '/:id',
      sessionDescriptions.change,
      bodyOf({ maxBytes: maxPatchBytes }),
      jsonBody(patchSessionSchema, titleCode),
      async (c) => {
        const changes = c.req.valid('json');
        mustBeSmall(changes.settings, 'session.settings_too_large');
        const [owner, id] = [ownerOf(c), c.req.param('id')];
        if (changes.settings) await refuseOff.atChange(c.get('tenant'), owner, id, changes.settings);
        const row = await changeSession(owner, id, changes);
        c.header('Vary', 'Prefer', { append: true });
        if (wantsMinimal(c.req.header('prefer'))) {
          const version = changes.edits?.version ?? (await sessions.wholeVersions([row.id])).get(row.id);
          const change = { edits: row.edits_rev, version: version ?? 0, notes: { rev: row.notes_rev } };
          c.header('Preference-Applied', 'return=minimal');
          return c.json<SessionChange, 200>(change, 200);
        }
        return c.json<SessionDetail, 200>(await detailOf(row), 200);
      },
    )
    .delete('/:id', sessionDescriptions.remove, async (c) => {
      const owner = ownerOf(c);
      const { id } = orNotFound(await sessions.find(owner, c.req.param('id')));
      await clear(id);
      await sessions.remove(owner, id);
      return c.body(null, 204);
    });
}
