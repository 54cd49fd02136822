// Runs one of the project's own files on its own Node: `node tools/run.mjs [--production] FILE [arguments]`. `--production`: the file
// does without the packages for development.
import { ensurePackages, runNode } from './ready.mjs';

const [first, ...others] = process.argv.slice(2);
const forProduction = first === '--production';
await ensurePackages({ forProduction });
process.exit(await runNode(forProduction ? others : [first, ...others]));
