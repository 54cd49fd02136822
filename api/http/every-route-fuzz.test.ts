import { describe, expect, it } from 'vitest';
import type { Answer } from '#api/testing/fuzz/fuzz-answer.ts';
import { fuzz } from '#api/testing/fuzz/fuzz.ts';
import { fuzzedRoutes, fuzzRoutesOf, missingRoutes } from '#api/testing/fuzz/fuzz-routes.ts';
import { fuzzWorld } from '#api/testing/fuzz/fuzz-world.ts';

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
        const fault = await fuzz(world, route, {
          runs: route.isSlow ? few : runs,
          repeat: { seed, ...(path === undefined ? {} : { path }) },
        }, ({ status }: Answer) => void (counts[status] = (counts[status] ?? 0) + 1));
        process.stdout.write(`${route.name} ${JSON.stringify(counts)} ${process.cpuUsage().user / 1e6}\n`);
        if (fault !== null) faults.push(fault);
      }
      expect(faults.join('\n\n')).toBe('');
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect('polluted' in {}).toBe(false);
    },
    3_600_000,
  );
});
