import { useEffect, useSyncExternalStore } from 'react';

type Parts = typeof import('./overlay-parts.tsx');
type Load = () => Promise<Parts>;

let parts: Parts | null = null;
let loadBy: (load: Load) => Promise<Parts> = (load) => load();
const readers = new Set<() => void>();

const subscribe = (tell: () => void) => {
  readers.add(tell);
  return () => readers.delete(tell);
};

/** Sets who loads the code of menus and dialogs. The page repeats a failed load. */
export function provideOverlayLoader(loader: typeof loadBy): void {
  loadBy = loader;
}

/** Loads the code of menus and dialogs, which no screen needs before somebody opens one. */
export async function loadOverlays(): Promise<void> {
  parts ??= await loadBy(() => import('./overlay-parts.tsx'));
  for (const tell of readers) tell();
}

/** Returns the code of menus and dialogs; null before it is loaded. */
export const loadedOverlays = (): Parts | null => parts;

/** Loads the code of menus and dialogs when it is needed. Returns it; null before it is loaded. */
export function useOverlays(isNeeded: boolean): Parts | null {
  const loaded = useSyncExternalStore(subscribe, loadedOverlays);
  useEffect(() => {
    if (isNeeded) void loadOverlays();
  }, [isNeeded]);
  return loaded;
}
