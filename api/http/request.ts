import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import { AppError } from '#api/lib/error.ts';
import { newId } from '#api/lib/id.ts';
import type { Log } from '#api/lib/log.ts';
import { securityHeaders } from './headers.rules.ts';
import { hostName, isHostName, isOtherLoopbackName, loggedPath } from './host.rules.ts';

export type RequestOptions = {
  publicUrl: string;
  trustProxy: boolean;
  providerOrigins: readonly string[];
  log: Log;
};

// Path segments of the page's screens and files.
const screens = [
  'library',
  'create',
  'pair',
  'admin',
  'domains',
  'signin',
  'register',
  'forgot-password',
  'auth',
  'callback',
  'assets',
  'engines',
  'index.html',
];

/**
 * Sets the request id and logs one line per response, without query, headers and body.
 * @param routes returns the routes of the app; called at the first request, when all are mounted
 */
export const identifyAndLog = (
  { log }: RequestOptions,
  routes: () => readonly { path: string }[],
): MiddlewareHandler<AppEnv> => {
  let words: ReadonlySet<string> | null = null;
  const known = () => (words ??= new Set([...screens, ...routes().flatMap(({ path }) => path.split('/'))]));
  return async (c, next) => {
    const requestId = newId();
    const requestLog = log.child({ request_id: requestId });
    c.set('requestId', requestId);
    c.set('log', requestLog);
    c.header('X-Request-Id', requestId);
    const startedAt = performance.now();
    await next();
    const status = c.env?.outgoing?.headersSent ? c.env.outgoing.statusCode : c.res.status;
    requestLog.info(
      {
        method: c.req.method,
        path: loggedPath(c.req.path, known()),
        status,
        host: c.get('host'),
        took_ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
  };
};

/** Sets security headers on every response, including errors and files. */
export const secureHeaders = ({ providerOrigins, publicUrl }: RequestOptions): MiddlewareHandler<AppEnv> => {
  const headers = Object.entries(securityHeaders(providerOrigins, publicUrl));
  return async (c, next) => {
    for (const [name, value] of headers) {
      c.header(name, value);
      // The embedded provider writes to the raw response.
      c.env?.outgoing?.setHeader(name, value);
    }
    await next();
  };
};

/** Forbids caching of API responses, unless a route sets Cache-Control itself. */
export const privateByDefault: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'private, no-store');
};

/**
 * Determines the host of a request (§10.6). `X-Client-Host` is only compared with it. `hasSignIn` tells whether people sign
 * in under a name.
 */
export const resolveHost = (
  { publicUrl, trustProxy }: RequestOptions,
  hasSignIn: (host: string) => Promise<boolean>,
): MiddlewareHandler<AppEnv> => {
  const publicHost = hostName(new URL(publicUrl).host);
  return async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-host')?.split(',').at(-1) : undefined;
    const host = hostName(forwarded ?? c.req.header('host') ?? new URL(c.req.url).host);
    if (!isHostName(host)) throw new AppError('request.invalid');
    c.set('host', host);
    const { pathname, search } = new URL(c.req.url);
    const isPage = (c.req.method === 'GET' || c.req.method === 'HEAD') && !pathname.startsWith('/api/');
    if (isPage && isOtherLoopbackName(host, publicHost) && !(await hasSignIn(host)))
      return c.redirect(publicUrl + pathname.replace(/^\/+/, '/') + search, 307);
    const claimed = c.req.header('x-client-host');
    if (claimed !== undefined && hostName(claimed) !== host) throw new AppError('request.host_mismatch');
    return next();
  };
};
