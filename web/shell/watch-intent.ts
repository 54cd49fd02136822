import type { AnyRouter } from '@tanstack/react-router';
import type { Scope } from '#web/lib/scope.ts';

type IntentRouter = Pick<AnyRouter, 'getMatchedRoutes' | 'loadRouteChunk'>;

const signs = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Loads the screen of a link when a person points at it, touches it or moves the focus to it, so that it is there at the click. */
export function watchIntent(router: IntentRouter, scope: Scope): void {
  const asked = new Set<string>();
  const onSign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || asked.has(link.pathname)) return;
    asked.add(link.pathname);
    const [routes] = router.getMatchedRoutes(link.pathname);
    // The click tells a failure, if the person follows the link.
    for (const route of routes) void Promise.resolve(router.loadRouteChunk(route)).catch(() => {});
  };
  for (const sign of signs) scope.listen(document, sign, onSign, { passive: true });
}
