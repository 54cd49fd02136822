import { getRequestListener } from '@hono/node-server';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Answer } from '#api/testing/fuzz/fuzz-answer.ts';
import { fuzz } from '#api/testing/fuzz/fuzz.ts';
import { fuzzedRoutes, fuzzRoutesOf, missingRoutes } from '#api/testing/fuzz/fuzz-routes.ts';
import { fuzzWorld } from '#api/testing/fuzz/fuzz-world.ts';
import { rawRequests, statusesOf } from '#api/testing/fuzz/raw-requests.ts';
import { openHttpServer } from './http-server.ts';

/** Requests for each route: few in `npm test`, as many as `FUZZ_RUNS` says with `npm run fuzz`. */
const shortRuns = 8;
const runs = Number(process.env['FUZZ_RUNS'] ?? shortRuns);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const path = process.env['FUZZ_PATH'];
const chosen = fuzzedRoutes.filter((name) => name.includes(process.env['FUZZ_ROUTE'] ?? ''));
// A token lives for minutes. So where each route takes long, each has a world of its own.
const groups = runs > shortRuns ? chosen.map((name) => [name]) : [chosen];

describe('any request', () => {
  it.each(groups.map((names) => ({ names })))(
    'is answered, without a status of 500 and in the form of the house: $names.0 …',
    async ({ names }) => {
      const world = await fuzzWorld();
      expect(missingRoutes(world)).toEqual([]);
      const faults: string[] = [];
      for (const route of await fuzzRoutesOf(world, names)) {
        const few = Math.max(2, Math.ceil(runs / 4));
        const counts: Record<string, number> = {};
        const fault = await fuzz(
          world,
          route,
          {
            runs: route.isSlow ? few : runs,
            isLong: runs > shortRuns,
            repeat: { seed, ...(path === undefined ? {} : { path }) },
          },
          ({ status }: Answer) => void (counts[status] = (counts[status] ?? 0) + 1),
        );
        process.stdout.write(`${route.name} ${JSON.stringify(counts)} ${process.cpuUsage().user / 1e6}\n`);
        if (fault !== null) faults.push(fault);
      }
      expect(faults.join('\n\n')).toBe('');
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
    3_600_000,
  );

  it.runIf(chosen.length === fuzzedRoutes.length)(
    'is answered or refused as bytes on a connection, and the connection ends',
    async () => {
      const { app } = await fuzzWorld();
      const server = await openHttpServer({ host: '127.0.0.1', port: 0, tlsCert: null, tlsKey: null });
      onTestFinished(() => server.close());
      server.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
      const property = fc.asyncProperty(rawRequests, async (raw) => {
        expect((await statusesOf(server.port, raw)).filter((status) => status >= 500)).toEqual([]);
      });
      await fc.assert(property, { numRuns: runs * 12, seed });
      // The server still serves.
      expect(await statusesOf(server.port, 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n')).toEqual(
        [200],
      );
    },
    3_600_000,
  );
});
