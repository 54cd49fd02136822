import { useEffect, useState } from 'react';

/**
 * Something with a life, owned by the component: made when it appears or `key` changes, disposed of when it goes. Null until
 * it is made.
 */
export function useOwned<T extends Disposable>(key: string, create: () => T): T | null {
  const [owned, setOwned] = useState<T | null>(null);
  useEffect(() => {
    const made = create();
    setOwned(made);
    return () => {
      setOwned(null);
      made[Symbol.dispose]();
    };
    // A new `create` with every render is the rule; what it makes depends on `key` alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return owned;
}
