import type { Context, Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { AppError } from '#api/lib/error.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Refuses a request without a matching route.
 * @throws AppError `request.method` with `Allow` (RFC 9110 §15.5.6) if the address has other methods, else
 * `request.not_found`
 */
export function refuseAddress(app: Hono<AppEnv>, c: Context<AppEnv>): never {
  const taken = methods.filter((method) => method !== c.req.method && answers(app, method, c.req.path));
  if (taken.length === 0) throw new AppError('request.not_found');
  c.header('Allow', taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
  throw new AppError('request.method');
}

/**
 * True if the address has a route for the method. Middleware (all methods) and the page (all addresses) do not count.
 */
const answers = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method !== 'ALL' && !/^\/?\*$/.test(route.path));
