import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import type { EmbeddedProvider } from '#api/engines/identity/embedded-provider.ts';
import { interactionS } from '#api/engines/identity/provider-configuration.ts';
import { clientAddress } from '#api/http/client-address.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import { withBody } from '#api/http/incoming.ts';
import { createBeginnings } from './beginnings.ts';

/** `trustProxy` is true if the client address is read from `X-Forwarded-For`. */
export type ProviderLimits = { clock: Clock; trustProxy: boolean };
type Deps = ProviderLimits & { provider: EmbeddedProvider };

// Limit for the query, in characters. Our own queries have a quarter of this length. The provider stores the query
// during a sign-in.
const maxQueryLength = 2_000;

/** Creates the public routes of the embedded provider, which reads requests and writes responses itself. */
export function createProviderRoutes({ provider, clock, trustProxy }: Deps) {
  const beginnings = createBeginnings(clock, interactionS * 1000);
  return new Hono<AppEnv>().all('/*', async (c) => {
    // The names of other hosts have no embedded provider.
    if (!c.get('tenant').isPublic) throw new AppError('request.not_found');
    const { pathname, search } = new URL(c.req.url);
    if (search.length > maxQueryLength) {
      const errors = [{ path: 'query', message: `must have at most ${maxQueryLength} characters` }];
      throw new AppError('request.invalid', { extra: { errors } });
    }
    if (/\/auth\/?$/i.test(pathname)) beginnings.take(clientAddress(c, trustProxy));
    await provider.handle(await withBody(c.env.incoming, c.req.raw), c.env.outgoing, c.get('host'));
    return RESPONSE_ALREADY_SENT;
  });
}
