import { useEffect, useState } from 'react';

/** A disposable owned by the component: created at mount and for each `key`, disposed at unmount. Null until it is created. */
export function useOwned<T extends Disposable>(key: string, create: () => T): T | null {
  const [owned, setOwned] = useState<T | null>(null);
  useEffect(() => {
    const made = create();
    setOwned(made);
    return () => {
      setOwned(null);
      made[Symbol.dispose]();
    };
    // `create` changes at each render; its result depends on `key` alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return owned;
}
