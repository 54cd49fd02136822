import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { sentDraftSchema } from '#api/contract/draft.ts';
import { limits } from '#api/contract/limits.ts';
import {
  transcriptSchema,
  transcriptVersionsSchema,
  type Transcript,
  type TranscriptVersions,
} from '#api/contract/transcript.ts';
import { bodyOf } from '#api/http/body.ts';
import { describe } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { hasTag } from '#api/http/tenant.ts';
import { jsonBody } from '#api/http/validate.ts';
import { AppError } from '#api/lib/error.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { createDraftPut, type DraftDeps } from './put-draft.ts';
import type { TranscriptStore } from './transcript.store.ts';

export type TranscriptDeps = DraftDeps & {
  sessions: Pick<SessionStore, 'find'>;
  transcripts: Pick<TranscriptStore, 'versions' | 'machine'>;
};

/**
 * Creates the routes for versions of a transcript as the engine wrote them, and for the draft. They must be behind the
 * guard. Sessions of others are reported as not found.
 */
export function createTranscriptRoutes({ sessions, transcripts, ...deps }: TranscriptDeps) {
  const guarded = true;
  const putDraft = createDraftPut(deps);

  return new Hono<AppEnv>()
    .get(
      '/:id/transcripts',
      describe(
        'transcript',
        'The versions of a transcript, newest first',
        { 200: { schema: transcriptVersionsSchema } },
        { guarded, errors: ['session.not_found'] },
      ),
      async (c) => {
        const { id } = orNotFound(await sessions.find(ownerOf(c), c.req.param('id')));
        return c.json<TranscriptVersions>({ versions: await transcripts.versions(id) });
      },
    )
    .get(
      '/:id/transcripts/:version',
      describe(
        'transcript',
        'A version as the machine wrote it, without what people changed',
        { 200: { schema: transcriptSchema } },
        { guarded, errors: ['session.not_found', 'request.not_found'] },
      ),
      async (c) => {
        const { id } = orNotFound(await sessions.find(ownerOf(c), c.req.param('id')));
        const transcript = await transcripts.machine(id, Number(c.req.param('version')));
        if (!transcript) throw new AppError('request.not_found');
        return c.json<Transcript>(transcript);
      },
    )
    .put(
      '/:id/draft',
      describe(
        'transcript',
        'The draft that the device has written, whole: it replaces the former one',
        { 204: { description: 'The draft is stored.' } },
        { guarded, errors: ['session.not_found', 'session.draft_closed'] },
      ),
      bodyOf({ maxBytes: limits.maxDraftBytes }),
      jsonBody(sentDraftSchema),
      async (c) => {
        const [owner, id, draft] = [ownerOf(c), c.req.param('id'), c.req.valid('json')];
        // A draft that the host has switched off is left out without an error.
        if (hasTag(c.get('tenant'), draft.engine)) await putDraft(owner, id, draft);
        else orNotFound(await sessions.find(owner, id));
        return c.body(null, 204);
      },
    );
}
