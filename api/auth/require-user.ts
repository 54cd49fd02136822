import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#api/http/app-env.ts';
import { placeOf } from '#api/http/place-of.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import { AppError } from '#api/lib/error.ts';
import type { UserStore } from '#api/user/user.store.ts';

export const requireUser = (identity: IdentityProvider, users: UserStore) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    if (!token) throw new AppError('auth.required');
    const claims = await identity.verify(token, placeOf(c));
    const row = await users.upsert(c.get('tenant'), claims);
    if (row.locked === 1) throw new AppError('auth.forbidden');
    await users.see(row);
    c.set('user', {
      id: row.id,
      host: row.host,
      sub: claims.sub,
      isSuperuser: row.is_superuser === 1,
      signInId: claims.signInId ?? null,
    });
    await next();
  });

/** Refuses everybody but superusers. It needs `requireUser`. */
export const requireSuperuser = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.get('user').isSuperuser) throw new AppError('auth.forbidden');
  await next();
});
