import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Hono, type Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { cacheControlOf, listStaticFiles, pickEncoding, type StaticFile } from './static-files.ts';

const indexAddress = '/index.html';
const notScreens = /^\/(api|oidc|models|media|assets|engines)(\/|$)/;

/**
 * Serves the built page: its files, and `index.html` for every screen. `policyOf` returns the content security policy of
 * the page on this host. Files do not need it, because only a document has forms.
 */
export function createStaticRoutes(distDir: string, policyOf: (host: string) => Promise<string | null>) {
  const files = listStaticFiles(distDir);

  return new Hono<AppEnv>().on(['GET', 'HEAD'], '*', async (c) => {
    const { path } = c.req;
    const file = files.get(path);
    if (file && path !== indexAddress) return send(c, file, cacheControlOf(path));
    const index = files.get(indexAddress);
    const isScreen = !notScreens.test(path) && !/\.\w+$/.test(path);
    if (!index || !(isScreen || path === indexAddress)) return c.notFound();
    const policy = await policyOf(c.get('host'));
    if (policy !== null) c.header('Content-Security-Policy', policy);
    return send(c, index, cacheControlOf(indexAddress));
  });
}

function send(c: Context<AppEnv>, file: StaticFile, cacheControl: string): Response {
  const encoding = pickEncoding(file, c.req.header('accept-encoding'));
  c.header('Cache-Control', cacheControl);
  c.header('ETag', encoding ? file.tag.replace(/"$/, `-${encoding.name}"`) : file.tag);
  if (file.encodings.length > 0) c.header('Vary', 'Accept-Encoding');
  if (c.req.header('if-none-match') === c.res.headers.get('etag')) return c.body(null, 304);
  if (encoding) c.header('Content-Encoding', encoding.name);
  c.header('Content-Type', file.type);
  c.header('Content-Length', String(encoding?.bytes ?? file.bytes));
  if (c.req.method === 'HEAD') return c.body(null);
  const stream = Readable.toWeb(createReadStream(encoding?.path ?? file.path)) as ReadableStream;
  return c.body(stream);
}
