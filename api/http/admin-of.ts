import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** A superuser who administers hosts. */
export type Admin = {
  userId: string;
  /** Key of the person's tenant. */
  key: string;
  /** Whether that tenant has the host of `PUBLIC_URL`. Its superusers administer all hosts. */
  isPublic: boolean;
};

/** Returns the superuser who asks. It works behind the guard of the administration only. */
export function adminOf(c: Context<AppEnv>): Admin {
  const { id: userId, host: key } = c.get('user');
  return { userId, key, isPublic: c.get('tenant').isPublic };
}
