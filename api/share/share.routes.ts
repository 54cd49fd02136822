import { Hono, type Context } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import {
  shareAnswerSchema,
  sharePreviewRequestSchema,
  sharePreviewSchema,
  shareSchema,
  type ShareAnswer,
  type SharePreview,
} from '#api/contract/share.ts';
import { describe } from '#api/http/describe.ts';
import { requireTag } from '#api/http/resolve-tenant.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { orNotFound } from '#api/session/session-row.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { DetailReader } from '#api/session-view/session-view.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { Owner } from '#api/db/owner.ts';
import { bodyOf } from '#api/http/body.ts';
import type { Sharing } from './sharing.ts';

export type ShareDeps = Pick<DetailReader, 'detailOf'> & {
  sessions: Pick<SessionStore, 'find'>;
  sharing: Sharing;
};

// Room for the longest message, with every character escaped, and for the addresses.
const limited = bodyOf({ maxBytes: 100_000 });

const isOn = requireTag('share');
const reportErrors = [
  'domain.off',
  'session.not_found',
  'export.type_unknown',
  'export.nothing_there',
] as const;

/**
 * Creates the routes for reports by e-mail. They must be behind the guard. Sessions of others are reported as not
 * found.
 */
export function createShareRoutes(deps: ShareDeps) {
  const { sessions, sharing } = deps;
  const { detailOf } = deps;
  const read = async (c: Context<AppEnv>): Promise<{ owner: Owner; session: SessionDetail }> => {
    const owner = ownerOf(c);
    const row = orNotFound(await sessions.find(owner, c.req.param('id') ?? ''));
    return { owner, session: await detailOf(row) };
  };

  return new Hono<AppEnv>()
    .post(
      '/:id/share',
      describe(
        'share',
        'Send reports by e-mail, each recipient a copy of their own',
        { 200: { schema: shareAnswerSchema } },
        {
          guarded: true,
          errors: [
            ...reportErrors,
            'share.mail_missing',
            'share.not_verified',
            'share.mail_failed',
            'share.recipient_refused',
            'share.too_large',
            'share.too_many',
            'share.day_limit',
            'share.server_day_limit',
            'share.interrupted',
          ],
        },
      ),
      isOn,
      limited,
      jsonBody(shareSchema),
      async (c) => {
        const { owner, session } = await read(c);
        return c.json<ShareAnswer>(await sharing.send(owner, session, c.req.valid('json')));
      },
    )
    .post(
      '/:id/share/preview',
      describe(
        'share',
        'What would be sent: sender, subject, text, attachments',
        { 200: { schema: sharePreviewSchema } },
        { guarded: true, errors: [...reportErrors, 'share.too_large'] },
      ),
      isOn,
      limited,
      jsonBody(sharePreviewRequestSchema),
      async (c) => {
        const { owner, session } = await read(c);
        return c.json<SharePreview>(await sharing.preview(owner, session, c.req.valid('json')));
      },
    );
}
