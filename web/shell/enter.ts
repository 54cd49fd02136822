import { redirect } from '@tanstack/react-router';
import { loadProfile } from '#web/features/user/index.ts';
import { type Access, redirectOf, safeReturnPath, signInPath } from '#web/parts/page/guards.ts';
import { isApiError } from '#web/lib/http.ts';

/**
 * Returns the guard of a route. It redirects visitors without access before the route loads. `letIn` returns true if a
 * visitor without a sign-in may open this screen, such as a phone of a pairing (`pairing_quick`).
 */
export const enter =
  (access: Access, letIn?: () => boolean | Promise<boolean>) =>
  async ({ location }: { location: { href: string; search: object } }): Promise<void> => {
    const needsLogin = access === 'login' || access === 'superuser';
    const user = await loadProfile().catch((error: unknown) => {
      // Without a profile nobody counts as signed in (§7). An error in a guard leads to the sign-in (§2).
      if (!needsLogin) return null;
      const isDenied = isApiError(error) && error.status === 403;
      throw redirect({
        href: isDenied
          ? signInPath({ error: 'permission' })
          : signInPath({ error: 'profile', redirect: location.href }),
        replace: true,
      });
    });
    const visitor = {
      isSignedIn: user !== null || ((await letIn?.()) ?? false),
      isSuperuser: user?.isSuperuser ?? false,
    };
    const asked: unknown = 'redirect' in location.search ? location.search.redirect : null;
    const returnPath = safeReturnPath(typeof asked === 'string' ? asked : null, window.location.origin);
    const href = redirectOf(access, visitor, location.href, returnPath);
    if (href) throw redirect({ href, replace: true });
  };
