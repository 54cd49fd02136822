import { Hono, type Context } from 'hono';
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
import { AppError } from '#api/lib/error.ts';
import { mustBeSmall } from '#api/lib/json-size.ts';
import { forPhone } from '#api/http/for-phone.ts';
import { actingOf, ownerOf } from '#api/http/owner-of.ts';
import { headers, jsonBody, query } from '#api/http/validate.ts';
import type { PhoneReach } from '#api/pairing/phone-reach.ts';
import type { Search } from '#api/search/search.ts';
import type { TranscriptEditing } from '#api/transcript/edit-transcript.ts';
import { bodyOf } from '#api/http/body.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { createSessionChange, type ChangeDeps } from './change-session.ts';
import { createSessionCreation } from './create-session.ts';
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
  edits: Pick<TranscriptEditing, 'apply'>;
  choice: ChangeDeps['choice'];
  /** Stops the work on a session and removes its files. It is called before the rows are deleted. */
  clear(sessionId: string): Promise<void>;
};

/** `phoneReach`: the checks and changes of sessions for phones without a sign-in. */
type MakingPhones = { phoneReach: PhoneReach };

// Room for the longest settings and integration info, with every character escaped.
const maxCreateBytes = 256_000;

// Room for the longest notes, with every character escaped.
const maxPatchBytes = 2_000_000;

const keyOf = (c: Context<AppEnv>): string | undefined => c.req.header(creationKeyHeader)?.toLowerCase();

/** A phone creates the next session of its pairing. The body is ignored. The answer holds id, title and language only. */
const forMakingPhone = ({ phoneReach }: MakingPhones) =>
  forPhone(async (c, phone) => c.json(await phoneReach.makeSession(ownerOf(c), phone, keyOf(c)), 201));

const onlyNotesSchema = patchSessionSchema.pick({ notes: true }).required();

/** A phone may write notes, and change nothing else. It may not read notes, so the answer holds none. */
const forNotingPhone = ({ phoneReach }: MakingPhones) =>
  forPhone(async (c, phone) => {
    const { success, data } = onlyNotesSchema.safeParse(await c.req.json().catch(() => null));
    const id = c.req.param('id') ?? '';
    await phoneReach.mustHaveSession(ownerOf(c), phone, id);
    if (!success) throw new AppError('auth.forbidden');
    return c.json(await phoneReach.putNotes(ownerOf(c), phone, id, data.notes.text));
  });

/** True if the header `Prefer` contains `return=minimal` (RFC 7240, 4.2). */
const wantsMinimal = (prefer: string | undefined): boolean =>
  (prefer ?? '')
    .split(/[,;]/)
    .some((item) => item.replaceAll(/[\s"]/g, '').toLowerCase() === 'return=minimal');

/**
 * Creates the routes for the sessions of the signed-in person (§7: sessions). They must be behind the guard. Sessions
 * of others are reported as not found.
 */
export function createSessionRoutes(deps: SessionDeps & MakingPhones) {
  const { clock, sessions, search, clear } = deps;
  const { progressFor, tagOf, itemsOf, detailOf } = deps.detail;
  const changeSession = createSessionChange(deps);
  const createSession = createSessionCreation(deps);
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
      forMakingPhone(deps),
      jsonBody(createSessionSchema, titleCode),
      async (c) => {
        const { session, integration_info: integrationInfo } = c.req.valid('json');
        mustBeSmall(session.settings, 'session.settings_too_large');
        mustBeSmall(integrationInfo, 'session.settings_too_large');
        const acting = actingOf(c);
        const key = keyOf(c);
        const creation = key === undefined ? null : { key, digest: creationDigest(await c.req.json()) };
        const row = await createSession(c.get('tenant'), acting, { session, integrationInfo }, creation);
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
      forNotingPhone(deps),
      async (c) => {
        const changes = c.req.valid('json');
        mustBeSmall(changes.settings, 'session.settings_too_large');
        const row = await changeSession(c.get('tenant'), actingOf(c), c.req.param('id'), changes);
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
      const acting = actingOf(c);
      const { id } = orNotFound(await sessions.find(acting, c.req.param('id')));
      await clear(id);
      await sessions.remove(acting, id);
      return c.body(null, 204);
    });
}
