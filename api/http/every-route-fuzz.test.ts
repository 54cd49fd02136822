import { getRequestListener } from '@hono/node-server';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fuzz } from '#api/testing/fuzz/fuzz.ts';
import { fuzzedRoutes, fuzzRoutesOf, missingRoutes } from '#api/testing/fuzz/fuzz-routes.ts';
import { fuzzWorld } from '#api/testing/fuzz/fuzz-world.ts';
import { rawRequests, statusesOf } from '#api/testing/fuzz/raw-requests.ts';
import { testApp } from '#api/testing/test-app.ts';
import { openHttpServer } from './http-server.ts';

/** Requests for each route: few in `npm test`, as many as `FUZZ_RUNS` says with `npm run fuzz`. */
const shortRuns = 8;
const runs = Number(process.env['FUZZ_RUNS'] ?? shortRuns);
const seed = Number(process.env['FUZZ_SEED'] ?? (runs > shortRuns ? Date.now() % 2 ** 31 : 1));
const path = process.env['FUZZ_PATH'];
const wanted = process.env['FUZZ_ROUTE'] ?? '';
const chosen = fuzzedRoutes.includes(wanted)
  ? [wanted]
  : fuzzedRoutes.filter((name) => name.includes(wanted));
const longestMs = 3_600_000;
// A token lives for minutes. So where each route takes long, each has a world of its own.
const groups = runs > shortRuns ? chosen.map((name) => [name]) : [chosen];

describe('any request', () => {
  it('is generated for every route', async () => {
    expect(missingRoutes((await testApp()).app)).toEqual([]);
  });

  it.each(groups.map((names) => ({ names })))(
    'is answered, without a status of 500 and in the form of the house: $names.0 …',
    async ({ names }) => {
      const world = await fuzzWorld();
      expect(missingRoutes(world.app)).toEqual([]);
      const faults: string[] = [];
      for await (const route of fuzzRoutesOf(world, names)) {
        const fault = await fuzz(world, route, {
          runs: route.isSlow ? Math.max(2, Math.ceil(runs / 4)) : runs,
          isLong: runs > shortRuns,
          repeat: { seed, ...(path === undefined ? {} : { path }) },
        });
        if (fault !== null) faults.push(fault);
      }
      expect(faults.join('\n\n')).toBe('');
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
    longestMs,
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
      await fc.assert(property, { numRuns: runs * 8, seed });
      // The server still serves.
      const whole = 'GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
      expect(await statusesOf(server.port, whole)).toEqual([200]);
    },
    longestMs,
  );
});
