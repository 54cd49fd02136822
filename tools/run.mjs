// Runs a file of the project on the Node that the project brings: `node tools/run.mjs [--production] FILE [arguments]`.
// With `--production` the file needs no development packages.
import { ensurePackages, runNode } from './ready.mjs';

const [first, ...others] = process.argv.slice(2);
const forProduction = first === '--production';
await ensurePackages({ forProduction });
process.exit(await runNode(forProduction ? others : [first, ...others]));
