import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';

type ServedFile = { path: string; bytes: number; sha256: string };

const modelAddress = /^\/models\/([0-9a-f]{64})$/;

/**
 * Answers model files by their digest, as the server of the product does. Tests and measurements of the page have only
 * the server of Vite.
 */
export function createModelServer(): Plugin & { add(folder: string): ServedFile[] } {
  const sources = new Map<string, string>();
  return {
    name: 'models',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [, sha256] = modelAddress.exec(request.url ?? '') ?? [];
        if (!sha256) return next();
        const source = sources.get(sha256);
        response.statusCode = source ? 200 : 404;
        response.setHeader('cross-origin-resource-policy', 'same-origin');
        if (!source) return response.end();
        response.setHeader('content-type', 'application/octet-stream');
        response.setHeader('content-length', statSync(source).size);
        createReadStream(source).pipe(response);
      });
    },
    /** Serves all files of a folder. Returns path, size and digest of each. */
    add: (folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const source = join(entry.parentPath, entry.name);
          const content = readFileSync(source);
          const sha256 = createHash('sha256').update(content).digest('hex');
          sources.set(sha256, source);
          return { path: relative(folder, source).replaceAll(sep, '/'), bytes: content.length, sha256 };
        }),
  };
}
