import { z } from 'zod';
import { limits } from '#api/contract/limits.ts';
import type { StoppedJob } from '#api/jobs/queue.ts';

/** Parameters that decide how a version of a transcript turns out. `boost`: linear gain. */
export type Recipe = { engine: string; language: string; participants: number | null; boost: number };

/** An unfinished attempt: its partial version and its parameters. */
export type Attempt = {
  version: { version: number; engine: string; language: string; partial: 0 | 1 } | undefined;
  stopped: StoppedJob | null;
  participants: number | null;
};

const payloadSchema = z.object({ boost_factor: z.number() });
const checkpointSchema = z.object({ version: z.number() });

/** Returns the linear gain of an unfinished attempt, or the default one. */
export const boostOf = (stopped: StoppedJob | null): number =>
  payloadSchema.safeParse(stopped?.payload).data?.boost_factor ?? limits.defaultBoost;

/**
 * True if a new attempt may continue the last one: its version is unfinished, and a new one would begin with the same text. The
 * number of participants must be the same, because diarization has used it.
 */
export function isResumable({ version, stopped, participants }: Attempt, wanted: Recipe): boolean {
  const checkpoint = checkpointSchema.safeParse(stopped?.checkpoint).data;
  return (
    version?.partial === 1 &&
    checkpoint?.version === version.version &&
    version.engine === wanted.engine &&
    version.language === wanted.language &&
    participants === wanted.participants &&
    boostOf(stopped) === wanted.boost
  );
}
