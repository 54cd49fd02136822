import type { HttpBindings } from '@hono/node-server';
import type { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import type { Tenant } from './tenant.ts';

/** A phone that records without a sign-in, in the name of the person of its pairing (`pairing_quick`). */
export type Phone = { pairingId: string };

export type CurrentUser = {
  id: string;
  /** Key of the person's tenant. */
  host: string;
  sub: string;
  isSuperuser: boolean;
  /** Sign-in of the request at the embedded provider; null at other providers. */
  signInId: string | null;
  /** The phone without a sign-in that sends the request; null for everybody else. Only routes with `forPhone` let such a phone in. */
  phone: Phone | null;
};

/**
 * The environment of Hono: the values that the middleware of `app.ts` sets. Behind `requireUser` there is a `user`, except on a call of
 * a guest to a route that is open to guests; such routes use `userOrNull`.
 */
export type AppEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Host name of the request, lower case, without port (§10.6). */
    host: string;
    /** The tenant of that host. It exists behind `resolveTenant` only: on all routes but the files of the page. */
    tenant: Tenant;
    user: CurrentUser;
    log: Log;
    /** The error that ended a streamed body early. The reader of the body may see another error instead. */
    bodyFailure?: AppError;
  };
};
