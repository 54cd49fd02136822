// `npm run fuzz`: many generated requests for each route of the API. FUZZ_RUNS is their number for each route, FUZZ_ROUTE a part of
// the names of the routes that are wanted; FUZZ_SEED and FUZZ_PATH, which a failure prints, repeat that failure.
import { join } from 'node:path';
import { ensurePackages, nodePath, root, run } from './ready.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
await ensurePackages();
const { FUZZ_RUNS = '300' } = process.env;
const args = [vitest, 'run', '--project', 'node', 'api/http/every-route-fuzz'];
process.exit(await run(nodePath, args, { env: { FUZZ_RUNS } }));
