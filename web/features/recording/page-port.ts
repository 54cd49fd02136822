import { createScope } from '#web/lib/scope.ts';
import type { PagePort } from './recording-deps.ts';

/** Asks before the tab is closed or reloaded while `isUnsafe` returns true. Returns a function that ends this. */
export function guardLeaving(isUnsafe: () => boolean): () => void {
  const scope = createScope();
  scope.listen(window, 'beforeunload', (event) => {
    if (isUnsafe()) event.preventDefault();
  });
  return () => scope[Symbol.dispose]();
}

export const pagePort: PagePort = {
  isHidden: () => document.visibilityState === 'hidden',
  onVisibility(listener) {
    const scope = createScope();
    scope.listen(document, 'visibilitychange', listener);
    scope.listen(window, 'pagehide', listener);
    return () => scope[Symbol.dispose]();
  },
  guardLeaving,
};
