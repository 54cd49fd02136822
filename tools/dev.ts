/** `npm run dev`: serves the page with hot reload and the API with a restart after each change, on one address. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createServer } from 'vite';
import { ensureModules } from './kernel.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env['PORT'] ?? 3000);
const apiPort = port + 1;
const publicUrl = process.env['PUBLIC_URL'] ?? `http://localhost:${port}`;

ensureModules();
const watching = ['--watch', '--watch-preserve-output'];
const api = spawn(process.execPath, [...process.execArgv, ...watching, join(root, 'api/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: publicUrl },
});
const target = { target: `http://127.0.0.1:${apiPort}` };
const page = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    host: '127.0.0.1',
    proxy: { '/api': target, '/oidc': target, '/media': target, '/models': target },
  },
});
await page.listen();
console.log(`Page with hot reload: ${publicUrl}`);

const stop = async () => {
  api.kill('SIGTERM');
  await page.close();
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
api.once('exit', stop);
