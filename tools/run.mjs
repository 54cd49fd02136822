// Runs one of the project's files on its own Node: `node tools/run.mjs [--production] FILE [arguments]`. `--production`: the file
// needs no development packages.
import { ensurePackages, runNode } from './ready.mjs';

const [first, ...others] = process.argv.slice(2);
const forProduction = first === '--production';
await ensurePackages({ forProduction });
process.exit(await runNode(forProduction ? others : [first, ...others]));
