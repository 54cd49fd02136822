import { useEffect, useState } from 'react';

/**
 * Returns a disposable that the component owns; null until it is created. It is created at mount and again for each new
 * `key`, and disposed of at unmount.
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
    // `create` is another function at each render, but its result depends on `key` only.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key]);
  return owned;
}
