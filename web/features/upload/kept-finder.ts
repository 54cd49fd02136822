import type { KeepRefusal } from '#workers/encode/keep.contract.ts';
import type { Keeping } from './keeping.ts';
import type { KeptWork } from './kept-work.rules.ts';

type KeptFinder = Disposable & {
  /** What a reload, or what was done here before, left on this device; null: nothing, or not known yet. */
  found(): KeptWork | null;
  /** Resolves when it is known. */
  settled(): Promise<void>;
  /** Looks again, once what changes it is over. */
  lookAfter(deed: Promise<void>): void;
  replace(kept: KeptWork): void;
};

type KeptFinderInput = {
  keeping: Keeping;
  onFound(kept: KeptWork | null, refusal: KeepRefusal | null): void;
  onFailure(error: unknown): void;
};

/** Looks for kept work, one look after the other: at once, and when another tab has let go of it. */
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
  const lookAfter = (deed: Promise<void>) => {
    looking = looking
      .then(() => deed)
      .then(look)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) onFailure(error);
      });
    return looking;
  };
  const lookUntilHere = async () => {
    await lookAfter(Promise.resolve());
    while (!ending.signal.aborted) {
      await keeping.whenFree();
      await lookAfter(Promise.resolve());
    }
  };
  lookUntilHere().catch((error: unknown) => {
    if (!ending.signal.aborted) onFailure(error);
  });

  return {
    found: () => kept,
    settled: () => looking,
    lookAfter(deed) {
      kept = null;
      void lookAfter(deed);
    },
    replace(next) {
      kept = next;
    },
    [Symbol.dispose]() {
      ending.abort();
    },
  };
}
