import { Readable } from 'node:stream';
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/app-env.ts';
import { reportQuerySchema } from '#api/contract/export.ts';
import { describe } from '#api/http/describe.ts';
import { AppError } from '#api/lib/error.ts';
import { query } from '#api/http/validate.ts';
import { attachment } from '#api/recording/audio.rules.ts';
import type { DetailReader } from '#api/session-view/session-view.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import { reportMedia, type Reports } from './report.ts';

export type ExportDeps = Pick<DetailReader, 'detailOf'> & {
  sessions: Pick<SessionStore, 'find'>;
  reports: Pick<Reports, 'write'>;
};

/** `GET …/report` (§7). Behind the guard; sessions of others are not found. */
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
      const { host, id: userId } = c.get('user');
      const row = await deps.sessions.find({ host, userId }, c.req.param('id'));
      if (!row) throw new AppError('session.not_found');
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
