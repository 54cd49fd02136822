import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, CurrentUser } from '#api/http/app-env.ts';
import { phoneTokenStart } from '#api/contract/phone-token.ts';
import { isOpen, isOpenAfterFinish } from '#api/http/for-phone.ts';
import { placeOf } from '#api/http/place-of.ts';
import { hasTag, type Tenant } from '#api/http/tenant.ts';
import type { IdentityProvider } from '#api/engines/identity/identity.ts';
import { AppError } from '#api/lib/error.ts';
import type { UserStore } from '#api/user/user.store.ts';

/** What the guard knows of phones that record without a sign-in. */
export type GuardedPhones = {
  /**
   * Returns the person in whose name a phone acts. With `mayBeFinished` its token is accepted for 12 hours more after the pairing has ended
   * as `finished`.
   * @throws AppError `auth.required`, `auth.token_expired`
   */
  userOf(host: string, token: string, how: { mayBeFinished: boolean }): Promise<CurrentUser>;
  /** Whether the environment has the embedded provider. Phones join without a sign-in only where it signs people in. */
  hasEmbedded: boolean;
};

type Deps = { identity: IdentityProvider; users: UserStore; phones: GuardedPhones };

/**
 * Returns the guard of the API. It lets signed-in people through. A phone with a token of its pairing may use the routes that are marked
 * with `forPhone`. A caller without credentials may use those that are marked with `forGuests`, if the host lets phones join without a
 * sign-in.
 */
export const requireUser = ({ identity, users, phones }: Deps) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const header = c.req.header('authorization');
    if (header === undefined && isOpen(c, 'toGuests') && takesGuests(c.get('tenant'), phones)) return next();
    const [, token] = /^Bearer ([\w.~+/=-]+)$/i.exec(header ?? '') ?? [];
    if (!token) throw new AppError('auth.required');
    const isPhone = token.startsWith(phoneTokenStart);
    c.set(
      'user',
      isPhone ? await phoneUser(c, phones, token) : await signedIn(c, { identity, users }, token),
    );
    return next();
  });

/** True if phones may join this host without a sign-in. Only people of the public host sign in at the embedded provider. */
const takesGuests = (tenant: Tenant, { hasEmbedded }: GuardedPhones): boolean =>
  hasEmbedded && tenant.isPublic && hasTag(tenant, 'pairing') && hasTag(tenant, 'pairing_quick');

async function signedIn(
  c: Context<AppEnv>,
  { identity, users }: Omit<Deps, 'phones'>,
  token: string,
): Promise<CurrentUser> {
  const claims = await identity.verify(token, placeOf(c));
  const row = await users.upsert(c.get('tenant'), claims);
  if (row.locked === 1) throw new AppError('auth.forbidden');
  await users.see(row);
  return {
    id: row.id,
    host: row.host,
    sub: claims.sub,
    isSuperuser: row.is_superuser === 1,
    signInId: claims.signInId ?? null,
    phone: null,
  };
}

async function phoneUser(c: Context<AppEnv>, phones: GuardedPhones, token: string): Promise<CurrentUser> {
  const mayBeFinished = isOpenAfterFinish(c);
  const user = await phones.userOf(c.get('tenant').key, token, { mayBeFinished });
  if (!isOpen(c, 'toPhones')) throw new AppError('auth.forbidden');
  return user;
}

/** Refuses everybody but superusers. It needs `requireUser`. */
export const requireSuperuser = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.get('user').isSuperuser) throw new AppError('auth.forbidden');
  await next();
});
