import type { Context } from 'hono';
import type { Owner } from '#api/db/owner.ts';
import type { AppEnv } from './app-env.ts';

/** Returns the signed-in person as the owner of rows. It works behind `requireUser` only. */
export function ownerOf(c: Context<AppEnv>): Owner {
  const { host, id: userId } = c.get('user');
  return { host, userId };
}
