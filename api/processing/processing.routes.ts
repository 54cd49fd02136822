import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { cancelSchema, processSchema } from '#api/contract/processing.ts';
import { sessionDetailSchema, type SessionDetail } from '#api/contract/session.ts';
import { describe } from '#api/http/describe.ts';
import { actingOf } from '#api/http/owner-of.ts';
import { jsonBody } from '#api/http/validate.ts';
import type { DetailReader } from '#api/session-view/session-view.ts';
import { bodyOf } from '#api/http/body.ts';
import { createProcessing, type ProcessingDeps } from './processing.ts';

export type ProcessingRoutesDeps = Pick<DetailReader, 'detailOf'> & ProcessingDeps;

const maxBodyBytes = 256_000;
const limited = bodyOf({ maxBytes: maxBodyBytes });

/**
 * Creates the routes `POST /api/v1/sessions/{id}/process` (§7) and `/cancel`. Sessions of other people are reported as
 * not found.
 */
export function createProcessingRoutes(deps: ProcessingRoutesDeps) {
  const processing = createProcessing(deps);
  const { detailOf } = deps;
  const answer = { 200: { schema: sessionDetailSchema } };

  return new Hono<AppEnv>()
    .post(
      '/:id/process',
      describe(
        'processing',
        'Make results of a session, a new version of its transcript, proposals for corrections',
        answer,
        {
          guarded: true,
          errors: [
            'session.not_found',
            'processing.option_unknown',
            'domain.off',
            'processing.prompt_required',
            'processing.model_missing',
            'processing.no_transcript',
            'processing.under_way',
            'processing.no_audio',
            'processing.too_many',
          ],
        },
      ),
      limited,
      jsonBody(processSchema),
      async (c) => {
        const row = await processing.start(actingOf(c), c.req.param('id'), c.req.valid('json'));
        return c.json<SessionDetail>(await detailOf(row));
      },
    )
    .post(
      '/:id/cancel',
      describe(
        'processing',
        'End the making of results, or all work on a session; answers when it has ended',
        answer,
        {
          guarded: true,
          errors: ['session.not_found', 'processing.nothing_to_cancel'],
        },
      ),
      limited,
      jsonBody(cancelSchema),
      async (c) => {
        const { options } = c.req.valid('json');
        const row = await processing.cancel(actingOf(c), c.req.param('id'), options);
        return c.json<SessionDetail>(await detailOf(row));
      },
    );
}
