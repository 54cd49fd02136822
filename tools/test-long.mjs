// `npm run test:long -- NAME`: what is long by nature. Each part takes 20 minutes at most; without a name they are listed.
import { join } from 'node:path';
import { ensurePackages, nodePath, root, run } from './ready.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** What each part runs, and with which settings. */
const parts = {
  recording: {
    says: '2,000 sequences of the model of a recording, its devices and the server',
    args: [vitest, 'run', '--project', 'node', 'e2e/recording-model'],
    env: { RECORDING_SEQUENCES: '2000', RECORDING_SEED: '{}' },
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
