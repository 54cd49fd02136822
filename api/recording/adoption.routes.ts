import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { adoptedResponseSchema, adoptUploadSchema } from '#api/contract/upload.ts';
import { describe } from '#api/http/describe.ts';
import { actingOf } from '#api/http/owner-of.ts';
import { jsonBody } from '#api/http/validate.ts';
import { createUploadAdoption } from './adopt-upload.ts';
import type { RecordingDeps } from './recording-deps.ts';

/** Creates the route `POST /api/v1/uploads/{id}/adopt`, which must be behind the guard. */
export function createAdoptionRoutes(deps: RecordingDeps) {
  const adopt = createUploadAdoption(deps);
  return new Hono<AppEnv>().post(
    '/:id/adopt',
    describe(
      'upload',
      'Complete a recording whose device is gone, with the bytes that have come',
      { 200: { schema: adoptedResponseSchema } },
      {
        guarded: true,
        errors: [
          'upload.not_found',
          'session.not_found',
          'upload.active',
          'upload.offset_conflict',
          'recording.incomplete',
        ],
      },
    ),
    jsonBody(adoptUploadSchema),
    async (c) => {
      const sessionId = await adopt(actingOf(c), c.req.param('id'), c.req.valid('json'));
      return c.json({ session_id: sessionId, status: 'pending' });
    },
  );
}
