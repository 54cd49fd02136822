import type { Context } from 'hono';
import { personActor, type Acting } from '#api/db/actor.ts';
import type { Owner } from '#api/db/owner.ts';
import type { AppEnv } from './app-env.ts';

/** Returns the signed-in person as the owner of rows. It works behind `requireUser` only. */
export function ownerOf(c: Context<AppEnv>): Owner {
  const { host, id: userId } = c.get('user');
  return { host, userId };
}

/** Returns the signed-in person as the owner of rows and as the one who changes them. It works behind `requireUser` only. */
export function actingOf(c: Context<AppEnv>): Acting {
  const owner = ownerOf(c);
  return { ...owner, actor: personActor(owner.userId) };
}
