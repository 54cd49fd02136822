import { Hono } from 'hono';
import { generateSpecs } from 'hono-openapi';
import type { Env, Schema } from 'hono/types';
import type { AppEnv } from '#api/http/app-env.ts';
import { addCommonAnswers } from './common-answers.ts';
import { docsStyle, specToHtml, type Spec } from './docs-page.ts';

/**
 * Creates the route `/api/openapi.json`, whose description is generated from the validating schemas, and `/api/docs`,
 * the same description as a page for people.
 * @param described the app whose routes are described; called on the first request
 */
export function createDocsRoutes<E extends Env, S extends Schema, P extends string>(
  described: () => Hono<E, S, P>,
  version: string,
) {
  let spec: Promise<Spec> | undefined;
  const generate = () =>
    (spec ??= (
      generateSpecs(described(), {
        documentation: {
          info: {
            title: 'Wortlaut',
            version,
            description:
              'The API of a Wortlaut server. Access tokens come from the identity provider that /api/auth/config names. ' +
              'Every call may answer 500 request.failed, and 503 storage.full, storage.busy or storage.damaged, with Retry-After.',
          },
          components: {
            securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
          },
        },
      }) as Promise<Spec>
    ).then(addCommonAnswers));

  return new Hono<AppEnv>()
    .get('/openapi.json', async (c) => c.json(await generate()))
    .get('/docs', async (c) => c.html(specToHtml(await generate())))
    .get('/docs/style.css', (c) => c.body(docsStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
}
