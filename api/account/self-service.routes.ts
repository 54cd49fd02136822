import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { createAccountRoutes } from './account.routes.ts';
import { createLinkRoutes, type AccountRoutesDeps } from './link.routes.ts';
import { createResetLinkRoutes } from './reset-link.routes.ts';
import { createFactorResetRoutes, createSecondFactorRoutes } from './second-factor.routes.ts';

/** Creates all routes of accounts, below `/api`. Those below `/v1` must be behind the guards. */
export const createSelfServiceRoutes = (deps: AccountRoutesDeps) =>
  new Hono<AppEnv>()
    .route('/auth', createLinkRoutes(deps))
    .route('/v1/user', createAccountRoutes(deps))
    .route('/v1/user/second-factor', createSecondFactorRoutes(deps))
    .route('/v1/admin', createResetLinkRoutes(deps))
    .route('/v1/admin', createFactorResetRoutes(deps));
