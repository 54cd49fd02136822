/**
 * Who may enter a screen (§2, §6). `guest`: sign-in and register. `home`: the home screen, which forwards signed-in
 * people.
 */
export type Access = 'public' | 'home' | 'guest' | 'login' | 'superuser';

type Visitor = { isSignedIn: boolean; isSuperuser: boolean };

/**
 * Returns the path to which a visitor is redirected instead of `target` (the full path with query); null if the visitor
 * may enter. `returnPath` is the screen that sent the visitor to the sign-in, checked by `safeReturnPath`.
 */
export function redirectOf(
  access: Access,
  visitor: Visitor,
  target: string,
  returnPath: string | null = null,
): string | null {
  switch (access) {
    case 'public':
      return null;
    case 'home':
      return visitor.isSignedIn ? '/library' : null;
    case 'guest':
      return visitor.isSignedIn ? (returnPath ?? '/library') : null;
    case 'login':
    case 'superuser':
      if (!visitor.isSignedIn) return signInPath({ redirect: target });
      return access === 'superuser' && !visitor.isSuperuser ? '/library' : null;
  }
}

/** Returns the path of the sign-in. `error` is a key under `auth.failure`. */
export function signInPath({ redirect, error }: { redirect?: string; error?: string }): string {
  const query = new URLSearchParams();
  if (error) query.set('error', error);
  if (redirect && isReturnable(redirect)) query.set('redirect', redirect);
  const text = query.toString();
  return text ? `/signin?${text}` : '/signin';
}

const authPaths = new Set([
  '/signin',
  '/register',
  '/forgot-password',
  '/reset',
  '/confirm',
  '/auth/callback',
]);

/** True for the screens before the sign-in, which show no header (§2). */
export const isAuthPath = (pathname: string): boolean => authPaths.has(pathname.replace(/\/+$/, ''));

/** Returns the path to which the sign-in leads back; null unless it is a path of this origin outside the sign-in. */
export function safeReturnPath(target: string | null | undefined, origin: string): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  const path = url.pathname + url.search + url.hash;
  // `//host` and `/\host` name another origin. Therefore the parsed path must not begin with two slashes.
  if (url.origin !== origin || path.startsWith('//')) return null;
  return isReturnable(path) ? path : null;
}

const isReturnable = (path: string) => path !== '/' && !isAuthPath(path.split(/[?#]/)[0] ?? '');

/**
 * Returns the path of a recording if the parameter `message` or `deeplink` has an address with /library/{id} (§2); null
 * if neither has one.
 */
export function deepLinkPath(search: Record<string, unknown>): string | null {
  for (const value of [search['message'], search['deeplink']]) {
    if (typeof value !== 'string') continue;
    const id = /\/library\/([\w-]{1,100})(?=$|[/?#])/.exec(value)?.[1];
    if (id) return `/library/${id}`;
  }
  return null;
}
