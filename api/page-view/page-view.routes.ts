import { Hono } from 'hono';
import { pageViewSchema } from '#api/contract/page-view.ts';
import type { AppEnv } from '#api/http/app-env.ts';
import { describe } from '#api/http/describe.ts';
import { jsonBody } from '#api/http/validate.ts';
import { isoTime, type Clock } from '#api/lib/clock.ts';
import { maskedPath } from '#api/shared/masked-path.ts';
import type { PageViewForwarding } from './forward.ts';

export type PageViewDeps = {
  clock: Clock;
  /** Null if page views are not counted: then they end here. */
  pageViews: Pick<PageViewForwarding, 'send'> | null;
};

/** Creates the route that takes page views (§10.27). It needs no sign-in, because the first screens need none. */
export const createPageViewRoutes = ({ clock, pageViews }: PageViewDeps) =>
  new Hono<AppEnv>().post(
    '/page-views',
    describe('page-view', 'Count a page view, if this server counts them', {
      204: { description: 'It was taken, whether it is counted or not.' },
    }),
    jsonBody(pageViewSchema),
    (c) => {
      const { host } = c.get('tenant');
      const path = maskedPath(c.req.valid('json').path);
      pageViews?.send({ host, path, at: isoTime(clock.now()) });
      return c.body(null, 204);
    },
  );
