import { useEffect, useState } from 'react';

type Parts = typeof import('./overlay-parts.tsx');
type Load = () => Promise<Parts>;

let parts: Parts | null = null;
let loadBy: (load: Load) => Promise<Parts> = (load) => load();

/** Sets who loads the code of menus and dialogs. The page repeats a failed load. */
export function provideOverlayLoader(loader: typeof loadBy): void {
  loadBy = loader;
}

/** Loads the code of menus and dialogs, which no screen needs before somebody opens one. */
export async function loadOverlays(): Promise<void> {
  parts ??= await loadBy(() => import('./overlay-parts.tsx'));
}

/** Returns the code of menus and dialogs; null before it is loaded. */
export const loadedOverlays = (): Parts | null => parts;

/** Loads the code of menus and dialogs when it is needed. Returns it; null before it is loaded. */
export function useOverlays(isNeeded: boolean): Parts | null {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (!isNeeded || parts) return;
    let isGone = false;
    const load = async () => {
      await loadOverlays();
      if (!isGone) setLoaded(true);
    };
    void load();
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return parts;
}
