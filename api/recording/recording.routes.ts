import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { recordingCompleteResponseSchema, recordingMetadataSchema } from '#api/contract/recording.ts';
import { describe, fileSchema } from '#api/http/describe.ts';
import { bodyOf } from '#api/http/body.ts';
import { forPhone } from '#api/http/for-phone.ts';
import { actingOf, ownerOf } from '#api/http/owner-of.ts';
import type { PhoneReach } from '#api/pairing/phone-reach.ts';
import { createRecordingCompletion } from './complete-recording.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { maxCompletionBytes, readCompletion } from './read-completion.ts';

/** Creates the route `POST /api/v1/sessions/{id}/recording-complete` (§10.9), which must be behind the guard. */
export function createRecordingRoutes(
  deps: RecordingDeps & { phoneReach: Pick<PhoneReach, 'mustHaveSession'> },
) {
  const complete = createRecordingCompletion(deps);
  return new Hono<AppEnv>().post(
    '/:id/recording-complete',
    describe(
      'recording',
      'All bytes of the recording are there: multipart with `metadata` (JSON) and `peaks` (file, optional)',
      { 200: { schema: recordingCompleteResponseSchema } },
      {
        guarded: true,
        body: {
          media: 'multipart/form-data',
          fields: { metadata: recordingMetadataSchema, peaks: fileSchema },
          required: ['metadata'],
        },
        errors: [
          'session.not_found',
          'recording.no_audio',
          'recording.incomplete',
          'recording.digest_mismatch',
          'upload.adopted',
          'upload.not_found',
          'upload.offset_conflict',
        ],
      },
    ),
    forPhone((c, phone) => deps.phoneReach.mustHaveSession(ownerOf(c), phone, c.req.param('id') ?? ''), {
      // The first completion may have ended the pairing, and its answer may be lost.
      finished: ['POST'],
    }),
    bodyOf({ maxBytes: maxCompletionBytes }),
    async (c) => {
      const { metadata, peaks } = await readCompletion(c);
      await complete(actingOf(c), c.req.param('id'), metadata, peaks);
      return c.json({ status: 'pending' });
    },
  );
}
