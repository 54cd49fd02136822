import { onTestFinished } from 'vitest';
import { loadConfig } from '#api/config.ts';
import { silentLog } from '#api/lib/log.ts';
import { startServer, type ServerOverrides } from '#api/server.ts';
import { testFolder } from './test-folder.ts';

/**
 * Starts a whole server on a free port with its own folder and cheap password hashing. It is stopped at the end of the
 * test.
 */
export async function testServer(env: Record<string, string> = {}, overrides: ServerOverrides = {}) {
  const dataDir = env['DATA_DIR'] ?? (await testFolder());
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    MODEL_SOURCE: '',
    TRANSCRIPTION_MODEL: 'fixture',
    ENVIRONMENT: 'test',
    ...env,
  });
  const server = await startServer(config, {
    log: silentLog(),
    passwordCost: { costLog2: 4 },
    ...overrides,
  });
  onTestFinished(() => server.close());
  return { ...server, dataDir, config };
}
