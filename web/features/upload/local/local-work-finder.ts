import type { KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { KeptWorkStore } from './kept-work-store.ts';
import type { KeptWork } from './kept-work.rules.ts';

export type KeptFinder = Disposable & {
  /** Returns the work that is stored on this device. Null if there is none, or if the search has not ended. */
  found(): KeptWork | null;
  settled(): Promise<void>;
  lookAgainAfter(change: Promise<void>): void;
  replace(kept: KeptWork): void;
};

export type KeptFinderInput = {
  keeping: KeptWorkStore;
  onFound(kept: KeptWork | null, refusal: KeepRefusal | null): void;
  onFailure(error: unknown): void;
};

/**
 * Searches this device for stored work at once, and again when another tab that held it is closed. There is one search at a
 * time.
 */
export function createKeptFinder({ keeping, onFound, onFailure }: KeptFinderInput): KeptFinder {
  const ending = new AbortController();
  let kept: KeptWork | null = null;
  let looking = Promise.resolve();

  const look = async () => {
    const refusal = await keeping.refusal();
    const found = await keeping.find();
    if (ending.signal.aborted) return;
    kept = found;
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
      await keeping.whenFree();
      await lookOnceOver(Promise.resolve());
    }
  };
  lookUntilHere().catch((error: unknown) => {
    if (!ending.signal.aborted) onFailure(error);
  });

  return {
    found: () => kept,
    settled: () => looking,
    lookAgainAfter(change) {
      kept = null;
      void lookOnceOver(change);
    },
    replace(next) {
      kept = next;
    },
    [Symbol.dispose]() {
      ending.abort();
    },
  };
}
