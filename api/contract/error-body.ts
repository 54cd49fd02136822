import { z } from 'zod';
import { adminDomainSchema } from './admin-domain.ts';
import { adminAnnouncementSchema } from './announcement.ts';
import { editsConflictSchema } from './edits.ts';
import { roleSchema } from './role.ts';
import { pairingEnds } from './pairing.ts';
import { quotaSchema } from './upload.ts';

/** The body of every failed call (§10.2). */
export const errorBodySchema = z.object({
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /**
   * What the server has: bytes with `recording.incomplete`, `recording.digest_mismatch` and `upload.offset_conflict`; the notes
   * with `session.notes_conflict`; the edits with `session.edits_conflict`.
   */
  have: z
    .union([
      z.object({ bytes: z.number(), sha256: z.string().nullable() }),
      z.object({ text: z.string(), rev: z.number().int() }),
      editsConflictSchema,
    ])
    .optional(),
  /**
   * With `domain.changed`: the host as it is now. If its roles or one of its announcements were changed, they come in its place.
   */
  domain: adminDomainSchema.optional(),
  roles: z.array(roleSchema).optional(),
  announcement: adminAnnouncementSchema.optional(),
  /** With `upload.quota_exceeded`: bytes that the person uses and may use. */
  quota: quotaSchema.optional(),
  /** With `session.key_reused` the session that the key created, with `upload.adopted` the session that has the audio. */
  session_id: z.string().optional(),
  /** With `pairing.connected`: the pairing by which a phone is connected. */
  pairing_id: z.string().optional(),
  /** With `pairing.expired`, and `auth.token_expired` of a phone without a sign-in: why the pairing has ended. */
  ended: z.enum(pairingEnds).optional(),
  /** With `upload.adopted`: size, duration (s) and digest of the adopted audio. */
  bytes: z.number().int().optional(),
  duration: z.number().optional(),
  sha256: z.string().optional(),
  /**
   * Seconds until the next try is allowed: `auth.too_many_attempts`, `auth.busy`, `session.day_limit`, `share.too_many`,
   * `share.day_limit`, `share.server_day_limit`, `upload.active`, `pairing.too_many`, `storage.*`.
   */
  retry_after_s: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
