import { AsyncLocalStorage } from 'node:async_hooks';

/** Lifetime of one tab or worker. `kill` stops all its work at any point. */
export type Visit = {
  readonly name: string;
  readonly isAlive: boolean;
  onKill(end: () => void): void;
  kill(): void;
};

const current = new AsyncLocalStorage<Visit>();

export function createVisit(name: string): Visit {
  const ends: (() => void)[] = [];
  let isAlive = true;
  return {
    name,
    get isAlive() {
      return isAlive;
    },
    onKill: (end) => void ends.push(end),
    kill() {
      isAlive = false;
      for (const end of ends.splice(0)) end();
    },
  };
}

/** Runs `act` with this visit as `currentVisit`, also after `await`. */
export const within = <T>(visit: Visit, act: () => T): T => current.run(visit, act);

export function currentVisit(): Visit {
  const visit = current.getStore();
  if (!visit) throw new Error('This happens in no tab.');
  return visit;
}
