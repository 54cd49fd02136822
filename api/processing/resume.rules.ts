import { z } from 'zod';
import { limits } from '#api/contract/limits.ts';
import type { StoppedJob } from '#api/jobs/queue.ts';

/** Parameters that a version of a transcript depends on. */
export type Recipe = { engine: string; language: string; participants: number | null; boost: number };

/** An unfinished attempt: its partial version and its parameters. */
export type Attempt = {
  version: { version: number; engine: string; language: string; partial: 0 | 1 } | undefined;
  stopped: StoppedJob | null;
  participants: number | null;
};

const payloadSchema = z.object({ boost_factor: z.number() });
const checkpointSchema = z.object({ version: z.number() });

/** Linear gain of an unfinished attempt. */
export const boostOf = (stopped: StoppedJob | null): number =>
  payloadSchema.safeParse(stopped?.payload).data?.boost_factor ?? limits.defaultBoost;

/**
 * Whether a new attempt may continue the last one: its version is unfinished and would be the same from the beginning. The
 * number of participants counts, because diarization used it.
 */
export function isResumable({ version, stopped, participants }: Attempt, wanted: Recipe): boolean {
  const kept = checkpointSchema.safeParse(stopped?.checkpoint).data;
  return (
    version?.partial === 1 &&
    kept?.version === version.version &&
    version.engine === wanted.engine &&
    version.language === wanted.language &&
    participants === wanted.participants &&
    boostOf(stopped) === wanted.boost
  );
}
