import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { BareReply, BareSetup } from './bare-child.ts';

export type BareSessions = { run(windows: number): Promise<number>; close(): void };

// Priority of the process, as in the engine.
const niceness = 5;

/** Runs the bare sessions in their own process, like the engine. `run` resolves to the time taken, ms. */
export async function openBareSessions(setup: BareSetup): Promise<BareSessions> {
  const child = fork(join(import.meta.dirname, 'bare-child.ts'), [JSON.stringify(setup)]);
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`The bare sessions ended with ${code}.`);
  });
  failed.catch(() => {});
  const answer = async (): Promise<BareReply> => {
    const [reply] = (await Promise.race([once(child, 'message'), failed])) as [BareReply];
    return reply;
  };
  if (child.pid) setPriority(child.pid, niceness);
  await answer();
  return {
    async run(windows) {
      child.send(windows);
      return (await answer()).tookMs;
    },
    close: () => void child.kill(),
  };
}
