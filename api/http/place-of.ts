import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { SignInPlace } from './tenant.ts';

/** Returns where the person of a request signs in. It needs the tenant (`resolveTenant`). */
export const placeOf = (c: Context<AppEnv>): SignInPlace => ({
  host: c.get('host'),
  tenant: c.get('tenant'),
});
