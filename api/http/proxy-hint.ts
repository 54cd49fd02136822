import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { HealthHint } from '#api/contract/health.ts';
import type { Log } from '#api/lib/log.ts';

type ProxyHint = { middleware: MiddlewareHandler<AppEnv>; hints(): HealthHint[] };

/**
 * Detects a proxy while TRUST_PROXY is off. All people behind it then share the limits of one address. The header is
 * not trustworthy, so it only causes a hint.
 */
export function createProxyHint({ trustProxy, log }: { trustProxy: boolean; log: Log }): ProxyHint {
  let isSeen = false;
  return {
    middleware: async (c, next) => {
      if (!trustProxy && !isSeen && c.req.header('x-forwarded-for') !== undefined) {
        isSeen = true;
        log.warn(
          { code: 'proxy.not_trusted' },
          'start: X-Forwarded-For comes while TRUST_PROXY is off; behind a proxy set TRUST_PROXY=true, else all people are one address',
        );
      }
      await next();
    },
    hints: () => (isSeen ? ['proxy.not_trusted'] : []),
  };
}
