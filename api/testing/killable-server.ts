import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { testFolder } from './test-folder.ts';

/** Returns a port that is free now, so that a restarted server can use the same one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts the real server process, which can be killed or stopped, and started again on the same data. It is killed at
 * the end of the test.
 */
export async function killableServer(settings: Record<string, string> = {}) {
  const dataDir = await testFolder();
  const port = await freePort();
  let child: ChildProcess | undefined;
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
    PORT: String(port),
    ENVIRONMENT: 'test',
    MODEL_SOURCE: '',
    TRANSCRIPTION_MODEL: 'fixture',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  /** Starts the process and does not wait until it is ready. */
  const begin = () => {
    const started = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    let output = '';
    started.stdout.on('data', (text: Buffer) => void (output += text.toString()));
    return () => output;
  };
  const start = async () => {
    const output = begin();
    await eventually(() => expect(output()).toContain('is ready'));
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const kill = () => end('SIGKILL');
  onTestFinished(kill);
  await start();
  return {
    url: `http://localhost:${port}`,
    dataDir,
    begin: () => void begin(),
    start,
    kill,
    stop: () => end('SIGTERM'),
    pid: () => child?.pid ?? 0,
  };
}
