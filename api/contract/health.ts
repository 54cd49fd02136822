import { z } from 'zod';

/** One part of the server: whether it works, and a code for what is missing. */
const partSchema = z.object({
  /** `low`: it works, but there is little space left. */
  status: z.enum(['ok', 'missing', 'loading', 'low', 'failed']),
  /** What the part works with, for example the id of its model. */
  name: z.string().optional(),
  /** For the transcription only: a model of this server, or a remote server. */
  kind: z.enum(['embedded', 'remote']).optional(),
  /** Progress of loading, 0 to 1; only while `status` is `loading`. */
  progress: z.number().min(0).max(1).optional(),
  code: z.string().optional(),
});
export type HealthPart = z.infer<typeof partSchema>;

/** `proxy.not_trusted`: requests carry the header X-Forwarded-For although TRUST_PROXY is off. */
const hintSchema = z.enum(['proxy.not_trusted']);
export type HealthHint = z.infer<typeof hintSchema>;

/** Answer of `GET /api/v1/health`. `degraded` means that the server works, but a part is missing. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failed']),
  version: z.string(),
  parts: z.object({
    /** Codes: `database.failed`, `database.busy` (another process has locked it), `database.damaged`. */
    database: partSchema,
    /** Codes: `storage.failed`, `storage.full`, `storage.low`. */
    storage: partSchema,
    transcription: partSchema,
    language_model: partSchema,
    mail: partSchema,
    /** Code `clock.doubted`: the clock has jumped; the new time is not used for deleting until it has held for some hours. */
    clock: partSchema,
  }),
  /** Hints for the administrator; the server works all the same. */
  hints: z.array(hintSchema),
});
export type Health = z.infer<typeof healthSchema>;
