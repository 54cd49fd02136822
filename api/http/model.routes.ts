import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Hono, type Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { modelListSchema, type OfferedModel } from '#api/contract/model.ts';
import { AppError } from '#api/lib/error.ts';
import { findModel } from '#models/manifest.ts';
import { createModelOffer, type ModelOffer } from '#models/offer.ts';
import { fileSize, isFilePresent } from '#models/store.ts';
import { describe } from './describe.ts';
import { sendBytes } from './send-bytes.ts';
import { hasTag } from './tenant.ts';

type ModelDeps = { modelsDirs: readonly string[] };
type Sent = { location: string; bytes: number; etag: string };

/**
 * Creates the route `GET /api/v1/models`. It needs no sign-in, as little as the files: the models are public, and the
 * workers and the service worker that fetch them have no token. The list is for drafts on the device, so a host without
 * them gets an empty one.
 */
export const createModelListRoutes = (offer: Pick<ModelOffer, 'list'>) =>
  new Hono<AppEnv>().get(
    '/models',
    describe('model', 'The models that the server has; each file is at /models/{sha256}', {
      200: { schema: modelListSchema },
    }),
    async (c) => c.json<OfferedModel[]>(hasTag(c.get('tenant'), 'preview') ? await offer.list() : []),
  );

/**
 * Creates the routes of the files of models: `GET /models/<sha256>`, and `GET /models/<id>/<file>`. They serve only files
 * of the manifest, so no path can escape. A verified file never changes under its address.
 */
export const createModelRoutes = (
  { modelsDirs }: ModelDeps,
  offer: Pick<ModelOffer, 'find'> = createModelOffer(modelsDirs),
) =>
  new Hono<AppEnv>()
    .on(['GET', 'HEAD'], '/:sha256{[0-9a-f]{64}}', async (c) => {
      const file = await offer.find(c.req.param('sha256'));
      if (!file) throw new AppError('model.not_found');
      return send(c, { ...file, etag: file.sha256 });
    })
    .on(['GET', 'HEAD'], '/:id/:path{.+}', async (c) => {
      const { id, path } = c.req.param();
      const file = findModel(id)?.files.find((candidate) => candidate.path === path);
      if (!file) throw new AppError('model.not_found');
      for (const dir of modelsDirs) {
        const modelDir = join(dir, id);
        if (!(await isFilePresent(modelDir, file))) continue;
        const location = join(modelDir, file.path);
        const bytes = (await fileSize(location)) ?? 0;
        return send(c, { location, bytes, etag: file.sha256?.slice(0, 32) ?? `${id}-${bytes}` });
      }
      throw new AppError('model.not_found');
    });

const send = (c: Context<AppEnv>, { location, bytes, etag }: Sent): Response =>
  sendBytes(c, {
    bytes,
    etag: `"${etag}"`,
    type: location.endsWith('.json') ? 'application/json' : 'application/octet-stream',
    cacheControl: 'public, max-age=31536000, immutable',
    read: (range) => createReadStream(location, range ? { start: range.start, end: range.end - 1 } : {}),
  });
