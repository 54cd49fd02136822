import { useSyncExternalStore } from 'react';

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Returns true while nobody sees the page, for example behind another tab. */
export const usePageHidden = (): boolean => useSyncExternalStore(watchVisibility, () => document.hidden);
