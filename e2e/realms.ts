import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Realms } from '#api/testing/realm-provider.ts';

type Call = 'admit' | 'away' | 'back' | 'late';

/** A provider in a process of its own. */
export type RealmServer = Pick<Realms, 'origin' | 'env'> & {
  [Name in Call]: (...given: Parameters<Realms[Name]>) => Promise<void>;
} & { close(): Promise<void> };

/** Starts the provider of `api/testing/realm-provider.ts` in a process of its own, as that of an organisation is. */
export async function startRealmServer(): Promise<RealmServer> {
  const child = fork(join(import.meta.dirname, 'realm-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The provider ended with ${code}.`);
  });
  failed.catch(() => {});
  const answer = async () => ((await Promise.race([once(child, 'message'), failed])) as [unknown])[0];
  const ask =
    (call: Call) =>
    async (...given: unknown[]): Promise<void> => {
      const done = answer();
      child.send({ call, given });
      await done;
    };
  const { origin, env } = (await answer()) as Pick<Realms, 'origin' | 'env'>;
  return {
    origin,
    env,
    admit: ask('admit'),
    away: ask('away'),
    back: ask('back'),
    late: ask('late'),
    async close() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
