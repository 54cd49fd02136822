import type { KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { LocalWorkStore } from './local-work-store.ts';
import type { LocalWork } from './local-work.rules.ts';

export type LocalWorkFinder = Disposable & {
  /** Returns the work that is stored on this device. Null if there is none, or if the search has not ended. */
  found(): LocalWork | null;
  settled(): Promise<void>;
  lookAgainAfter(change: Promise<void>): void;
  replace(work: LocalWork): void;
};

type FinderInput = {
  localWork: LocalWorkStore;
  onFound(work: LocalWork | null, refusal: KeepRefusal | null): void;
  onFailure(error: unknown): void;
};

/**
 * Searches this device for stored work at once, and again when the tab that had the session is closed. Only one search
 * runs at a time.
 */
export function createLocalWorkFinder({ localWork, onFound, onFailure }: FinderInput): LocalWorkFinder {
  const ending = new AbortController();
  let work: LocalWork | null = null;
  let looking = Promise.resolve();

  const look = async () => {
    const refusal = await localWork.refusal();
    const found = await localWork.find();
    if (ending.signal.aborted) return;
    work = found;
    onFound(found, refusal);
  };
  const lookOnceOver = (change: Promise<void>) => {
    looking = looking
      .then(() => change)
      .then(look)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) onFailure(error);
      });
    return looking;
  };
  const lookUntilHere = async () => {
    await lookOnceOver(Promise.resolve());
    while (!ending.signal.aborted) {
      await localWork.whenFree();
      await lookOnceOver(Promise.resolve());
    }
  };
  lookUntilHere().catch((error: unknown) => {
    if (!ending.signal.aborted) onFailure(error);
  });

  return {
    found: () => work,
    settled: () => looking,
    lookAgainAfter(change) {
      work = null;
      void lookOnceOver(change);
    },
    replace(next) {
      work = next;
    },
    [Symbol.dispose]() {
      ending.abort();
    },
  };
}
