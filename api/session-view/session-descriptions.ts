import { z } from 'zod';
import { phoneNotesSchema, phoneSessionSchema } from '#api/contract/pairing.ts';
import { sessionChangeSchema, sessionDetailSchema, sessionListSchema } from '#api/contract/session.ts';
import { describe } from '#api/http/describe.ts';

const guarded = true;
const titleErrors = ['session.title_required', 'session.title_too_long', 'session.title_invalid'] as const;

/** What `/api/openapi.json` says of the routes of sessions. */
export const sessionDescriptions = {
  list: describe(
    'session',
    'A page of the library, newest first; of those with a word in their title, in what was said, that expire soon',
    { 200: { schema: sessionListSchema } },
    { guarded },
  ),

  create: describe(
    'session',
    'Create a session, once for each Idempotency-Key',
    {
      201: {
        schema: z.union([sessionDetailSchema, phoneSessionSchema]),
        description: 'The session; to a phone without a sign-in only what it has to know of the next one.',
      },
    },
    {
      guarded,
      errors: [
        ...titleErrors,
        'session.settings_too_large',
        'session.key_reused',
        'session.gone',
        'session.day_limit',
        'domain.off',
        'processing.option_unknown',
      ],
    },
  ),

  read: describe(
    'session',
    'A session with everything that its screen shows',
    {
      200: { schema: sessionDetailSchema, headers: { ETag: 'Changes when the session changes.' } },
      304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
    },
    {
      guarded,
      errors: ['session.not_found'],
      headers: { 'If-None-Match': 'The ETag of what the client has.' },
    },
  ),

  change: describe(
    'session',
    'Change fields of a session',
    {
      200: {
        schema: z.union([sessionDetailSchema, sessionChangeSchema, phoneNotesSchema]),
        description:
          'The session; with `Prefer: return=minimal` (RFC 7240) only its revisions; to a phone without a sign-in, which may write notes, that of the notes.',
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
        'domain.off',
        'processing.option_unknown',
        'session.notes_conflict',
        'session.edits_conflict',
        'session.edits_full',
        'session.edit_invalid',
      ],
    },
  ),

  remove: describe(
    'session',
    'Delete a session with audio and texts',
    { 204: { description: 'Deleted.' } },
    { guarded, errors: ['session.not_found'] },
  ),
};
