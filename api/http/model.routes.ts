import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import { AppError } from '#api/lib/error.ts';
import { sendBytes } from './send-bytes.ts';
import { findModel } from '#models/manifest.ts';
import { fileSize, isFilePresent } from '#models/store.ts';

const typeOf = (path: string) => (path.endsWith('.json') ? 'application/json' : 'application/octet-stream');

/**
 * Creates the route `GET /models/<id>/<file>` for the model that runs in the page. It serves only files of the
 * manifest, so no path can escape. A verified file never changes under its name.
 */
export const createModelRoutes = ({ modelsDirs }: { modelsDirs: readonly string[] }) =>
  new Hono<AppEnv>().on(['GET', 'HEAD'], '/:id/:path{.+}', async (c) => {
    const { id, path } = c.req.param();
    const file = findModel(id)?.files.find((candidate) => candidate.path === path);
    if (!file) throw new AppError('model.not_found');
    for (const dir of modelsDirs) {
      const modelDir = join(dir, id);
      if (!(await isFilePresent(modelDir, file))) continue;
      const found = join(modelDir, file.path);
      const bytes = (await fileSize(found)) ?? 0;
      return sendBytes(c, {
        bytes,
        etag: `"${file.sha256?.slice(0, 32) ?? `${id}-${bytes}`}"`,
        type: typeOf(path),
        cacheControl: 'public, max-age=31536000, immutable',
        read: (range) => createReadStream(found, range ? { start: range.start, end: range.end - 1 } : {}),
      });
    }
    throw new AppError('model.not_found');
  });
