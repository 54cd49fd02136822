// Runs one of the project's own files on its own Node: `node tools/run.mjs FILE [arguments]`.
import { ensurePackages, runNode } from './ready.mjs';

await ensurePackages();
process.exit(await runNode(process.argv.slice(2)));
