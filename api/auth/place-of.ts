import type { Context } from 'hono';
import type { SignInPlace } from '#api/engines/identity/identity.ts';
import type { AppEnv } from '#api/http/app-env.ts';

/** Returns where the person of a request signs in. */
export const placeOf = (c: Context<AppEnv>): SignInPlace => ({
  host: c.get('host'),
  tenant: c.get('tenant'),
});
