import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { reportQuerySchema } from '#api/contract/export.ts';
import { describe } from '#api/http/describe.ts';
import { ownerOf } from '#api/http/owner-of.ts';
import { query } from '#api/http/validate.ts';
import { attachment } from '#api/recording/audio.rules.ts';
import type { DetailReader } from '#api/session-view/session-view.ts';
import { orNotFound } from '#api/session/session-row.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { reportMedia, type Reports } from './report.ts';

export type ExportDeps = Pick<DetailReader, 'detailOf'> & {
  sessions: Pick<SessionStore, 'find'>;
  reports: Pick<Reports, 'write'>;
};

/**
 * Creates the route `GET …/report` (§7), which must be behind the guard. Sessions of others are reported as not found.
 */
export function createExportRoutes(deps: ExportDeps) {
  const { detailOf } = deps;
  return new Hono<AppEnv>().get(
    '/:id/report',
    describe(
      'export',
      'A report as a file: transcript, notes, a result by its label, or all',
      { 200: { media: reportMedia, headers: { 'Content-Disposition': 'The name of the file.' } } },
      {
        guarded: true,
        errors: ['session.not_found', 'export.type_unknown', 'export.nothing_there', 'export.failed'],
      },
    ),
    query(reportQuerySchema),
    async (c) => {
      const row = orNotFound(await deps.sessions.find(ownerOf(c), c.req.param('id')));
      const { signal } = c.req.raw;
      const { name, type, body } = await deps.reports.write(await detailOf(row), c.req.valid('query'), {
        signal,
      });
      c.header('Content-Type', type);
      c.header('Content-Disposition', attachment(name));
      c.header('Cache-Control', 'private, no-store');
      c.header('X-Content-Type-Options', 'nosniff');
      if (c.req.method === 'HEAD') {
        body.destroy();
        return c.body(null);
      }
      return c.body(Readable.toWeb(body) as ReadableStream);
    },
  );
}
