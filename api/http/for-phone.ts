import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv, CurrentUser, Phone } from './app-env.ts';

/** Checks whether what a call names is within the reach of a phone. It may answer in place of the route. @throws AppError if it is not */
type Check = (c: Context<AppEnv>, phone: Phone) => Promise<Response | void> | void;

const open = { toPhones: new WeakSet<object>(), toGuests: new WeakSet<object>() };

/** Prefix of the tokens that phones without a sign-in get. By it the guard tells such a token from the tokens of identity providers. */
export const phoneTokenStart = 'wlphone_';

/**
 * Returns middleware that lets phones without a sign-in use a route. `requireUser` refuses such phones on every route without it. `check`
 * runs only if the call comes from such a phone.
 */
export function forPhone(check: Check): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = async (c, next) => {
    const { phone } = c.get('user');
    const answer = phone ? await check(c, phone) : undefined;
    if (answer) return answer;
    return next();
  };
  open.toPhones.add(mark);
  return mark;
}

/**
 * Returns middleware that opens a route to callers without credentials, where the host lets phones join so. It does nothing itself;
 * `requireUser` finds it.
 */
export function forGuests(): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next();
  open.toGuests.add(mark);
  return mark;
}

type Marked = keyof typeof open;

/** True if this handler opens its route. */
export const isMark = (handler: object, opens: Marked): boolean => open[opens].has(handler);

/**
 * True if the route that answers a request is open. That is the first one that matches: what matches as well is middleware, or would
 * answer only if the first one did not.
 */
export function isOpen(c: Context<AppEnv>, opens: Marked): boolean {
  const matched = matchedRoutes(c);
  const answering = matched.find(({ method }) => method !== 'ALL');
  return matched.some(
    ({ method, path, handler }) =>
      method === answering?.method && path === answering.path && isMark(handler, opens),
  );
}

/** Returns who has signed in; null where the route was open to a guest. */
export const userOrNull = (c: Context<AppEnv>): CurrentUser | null =>
  (c.get('user') as CurrentUser | undefined) ?? null;
