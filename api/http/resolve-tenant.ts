import type { MiddlewareHandler } from 'hono';
import type { FunctionTag } from '#api/contract/domain.ts';
import { AppError } from '#api/lib/error.ts';
import type { AppEnv } from './app-env.ts';
import { hasTag, type Tenant } from './tenant.ts';

/** Sets the tenant of a request. It needs the host (`resolveHost`). */
export const resolveTenant =
  (tenantOf: (host: string) => Promise<Tenant>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    c.set('tenant', await tenantOf(c.get('host')));
    await next();
  };

/** Refuses calls of a function that this host does not have. @throws AppError `domain.off` */
export const requireTag =
  (tag: FunctionTag): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (!hasTag(c.get('tenant'), tag)) throw new AppError('domain.off');
    await next();
  };
