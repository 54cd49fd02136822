import { z } from 'zod';
import { limits } from '#api/contract/limits.ts';
import type { StoppedJob } from '#api/jobs/queue.ts';

/** What a version of a transcript depends on. */
export type Recipe = { engine: string; language: string; participants: number | null; boost: number };

/** An attempt that did not come to its end: its version so far, and what it was made with. */
export type Attempt = {
  version: { version: number; engine: string; language: string; partial: 0 | 1 } | undefined;
  stopped: StoppedJob | null;
  participants: number | null;
};

const payloadSchema = z.object({ boost_factor: z.number() });
const checkpointSchema = z.object({ version: z.number() });

/** What an attempt that did not come to its end was made louder by; linear. */
export const boostOf = (stopped: StoppedJob | null): number =>
  payloadSchema.safeParse(stopped?.payload).data?.boost_factor ?? limits.defaultBoost;

/**
 * Whether a new attempt may go on where the last one ended: its version is there, unfinished, and would come out the same
 * from the beginning. The number of participants counts, because the turns of the speakers were found with it.
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
