// `npm start`, `npm run demo`, `npm run dev`: installs what is missing, builds what has changed, and starts.
// If the build is current, only production packages are needed, and nothing is written to this folder.
import { readFileSync } from 'node:fs';
import { build, isBuilt } from './build.mjs';
import { ensurePackages, root, runNode } from './ready.mjs';

const mode = process.argv.slice(2).find((argument) => ['--demo', '--dev'].includes(argument));
const needsBuild = mode !== '--dev' && !isBuilt();
await ensurePackages({ forProduction: mode !== '--dev' && !needsBuild });
if (needsBuild) {
  const code = await build(true);
  if (code !== 0) process.exit(code);
}
const entry = { '--demo': 'tools/demo.ts', '--dev': 'tools/dev.ts' }[mode] ?? 'api/main.ts';
const flags = JSON.parse(readFileSync(`${root}/api/node-flags.json`, 'utf8'));
process.exit(await runNode([...flags, entry]));
