import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv, CurrentUser, Phone } from './app-env.ts';

/** Checks that a phone may reach what its call names. It may answer in place of the route. @throws AppError if the phone may not */
type Check = (c: Context<AppEnv>, phone: Phone) => Promise<Response | void> | void;

const open = { toPhones: new WeakSet<object>(), toGuests: new WeakSet<object>() };
/**
 * By the mark of a route: the methods with which phones may still call the route after their pairing has ended as `finished`.
 */
const afterFinish = new WeakMap<object, readonly string[]>();

/**
 * Returns middleware that lets phones without a sign-in use a route. `requireUser` refuses such phones on every route without it. `check`
 * runs only if the call comes from such a phone. `finished`: methods of the calls that the route still takes from a phone whose pairing has
 * ended because the server has the whole recording. The phone repeats such calls, because the answer with this news may be lost.
 */
export function forPhone(
  check: Check,
  { finished = [] }: { finished?: readonly string[] } = {},
): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = async (c, next) => {
    const { phone } = c.get('user');
    const answer = phone ? await check(c, phone) : undefined;
    if (answer) return answer;
    return next();
  };
  open.toPhones.add(mark);
  afterFinish.set(mark, finished);
  return mark;
}

/**
 * Returns middleware that opens a route to callers without credentials, on hosts that let phones join without a sign-in. It only marks
 * the route; `requireUser` looks for the mark.
 */
export function forGuests(): MiddlewareHandler<AppEnv> {
  const mark: MiddlewareHandler<AppEnv> = (_c, next) => next();
  open.toGuests.add(mark);
  return mark;
}

type Marked = keyof typeof open;

/** Returns the methods with which a phone may call the route of this handler after its pairing has ended as `finished`. */
export const takenAfterFinish = (handler: object): readonly string[] => afterFinish.get(handler) ?? [];

/** True if this handler is a mark that opens its route to phones or to guests. */
export const isMark = (handler: object, opens: Marked): boolean => open[opens].has(handler);

/**
 * True if the route that answers a request has such a mark. This route is the first match that is no middleware (`ALL`). Later matches
 * would answer only if the first one did not.
 */
export const isOpen = (c: Context<AppEnv>, opens: Marked): boolean =>
  answeringHandlers(c).some((handler) => isMark(handler, opens));

/** True if the route that answers a request accepts it from a phone whose pairing has ended as `finished`. */
export const isOpenAfterFinish = (c: Context<AppEnv>): boolean =>
  answeringHandlers(c).some((handler) => takenAfterFinish(handler).includes(c.req.raw.method));

function answeringHandlers(c: Context<AppEnv>): object[] {
  const matched = matchedRoutes(c);
  const answering = matched.find(({ method }) => method !== 'ALL');
  return matched
    .filter(({ method, path }) => method === answering?.method && path === answering.path)
    .map(({ handler }) => handler);
}

/** Returns the person who calls; null for a guest, whom a route with `forGuests` lets in. */
export const userOrNull = (c: Context<AppEnv>): CurrentUser | null =>
  (c.get('user') as CurrentUser | undefined) ?? null;
