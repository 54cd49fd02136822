import type { Context, Hono } from 'hono';
import type { AppEnv } from '#api/app-env.ts';
import { AppError } from '#api/lib/error.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Nothing answers this method at this address.
 * @throws AppError `request.method` with `Allow` (RFC 9110 §15.5.6) where another one is answered, else `request.not_found`
 */
export function refuseAddress(app: Hono<AppEnv>, c: Context<AppEnv>): never {
  const taken = methods.filter((method) => method !== c.req.method && answers(app, method, c.req.path));
  if (taken.length === 0) throw new AppError('request.not_found');
  c.header('Allow', taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
  throw new AppError('request.method');
}

/** A route of its own: middleware answers all methods, the page all addresses. */
const answers = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method !== 'ALL' && !/^\/?\*$/.test(route.path));
