import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { ByteRange } from '#api/storage/audio-store.ts';
import { parseRange } from './range.rules.ts';

type Content = {
  bytes: number;
  /** Total length for Content-Range, if it is not that of `bytes`. Null if it is not known yet. */
  wholeBytes?: number | null;
  /** ETag in quotes. Absent for content that still changes. */
  etag?: string;
  type: string;
  cacheControl: string;
  read(range?: ByteRange): Readable;
};

/** Streams the content or a range of it for GET and HEAD: 200, 206, 304 or 416. */
export function sendBytes(c: Context<AppEnv>, content: Content): Response {
  const { bytes, wholeBytes = bytes, etag, type, cacheControl, read } = content;
  c.header('Accept-Ranges', 'bytes');
  if (etag !== undefined) c.header('ETag', etag);
  c.header('Cache-Control', cacheControl);
  c.header('X-Content-Type-Options', 'nosniff');
  if (etag !== undefined && c.req.header('if-none-match') === etag) return c.body(null, 304);
  const ifRange = c.req.header('if-range');
  const isSame = ifRange === undefined || ifRange === etag;
  const range = isSame ? parseRange(c.req.header('range'), bytes) : null;
  if (range === 'unsatisfiable') {
    c.header('Content-Range', `bytes */${bytes}`);
    return c.body(null, 416);
  }
  c.header('Content-Type', type);
  c.header('Content-Length', String(range ? range.end - range.start : bytes));
  if (range) c.header('Content-Range', `bytes ${range.start}-${range.end - 1}/${wholeBytes ?? '*'}`);
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD') return c.body(null, status);
  return c.body(Readable.toWeb(read(range ?? undefined)) as ReadableStream, status);
}
