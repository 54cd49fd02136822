// `npm run test:long -- NAME`: runs one of the long tests, of 20 minutes at most each; without a name it lists them.
import { join } from 'node:path';
import { ensurePackages, nodePath, root, run } from './ready.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** The command line and the settings of each part. */
const parts = {
  recording: {
    says: '2,000 sequences of the model of a recording, its devices and the server',
    args: [vitest, 'run', '--project', 'node', 'e2e/recording-model'],
    env: { RECORDING_SEQUENCES: '2000', RECORDING_SEED: '{}' },
  },
  production: {
    says: 'npm ci --omit=dev after a build, on a read-only checkout: start, upload, transcript, summary, exports',
    args: [join(root, 'tools/production-check.ts')],
    env: {},
  },
};

const name = process.argv[2];
const part = Object.hasOwn(parts, name ?? '') ? parts[name] : null;
if (!part) {
  for (const [each, { says }] of Object.entries(parts)) process.stdout.write(`${each}: ${says}\n`);
  process.exit(name ? 1 : 0);
}
await ensurePackages();
process.exit(await run(nodePath, part.args, { env: part.env }));
