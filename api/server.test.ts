import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '#api/config.ts';
import type { DomainConfig } from '#api/contract/domain.ts';
import { openHttpServer } from '#api/http/http-server.ts';
import { startLines } from './start-lines.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { testServer } from '#api/testing/test-server.ts';

const mainPath = join(import.meta.dirname, 'main.ts');

/** The real server process; `lines` is its output so far. */
async function runMain(env: Record<string, string>) {
  const dataDir = await testFolder();
  const child = spawn(process.execPath, [mainPath], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      MODEL_SOURCE: '',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => void (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (output.stderr += chunk.toString()));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const [, url] = /is ready: (\S+)/.exec(output.stdout) ?? [];
      if (url) resolve(url);
    });
    void exited.then(() => reject(new Error(output.stderr)));
  });
  ready.catch(() => {});
  return { child, output, exited, ready };
}

describe('the process', () => {
  it('says where it is and what is missing, and ends in order on a signal', async () => {
    // Nobody listens there, which neither a page nor the end has to notice.
    const { child, output, exited, ready } = await runMain({
      PORT: '0',
      PAGE_VIEWS_URL: 'http://127.0.0.1:9',
    });
    const url = await ready;
    expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
    const { config } = (await (await fetch(`${url}/api/v1/domain-config`)).json()) as DomainConfig;
    expect(config.page_views).toBe(true);
    const view = { method: 'POST', body: '{"path":"/"}', headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${url}/api/v1/page-views`, view)).status).toBe(204);
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(output.stdout).toMatch(/^Language model: missing\./m);
    expect(output.stdout).toMatch(/^Mail: missing\./m);
    expect(output.stderr).toBe('');
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT is set to "abc": it must be a whole number from 0 to 65535.\n'],
    [
      { TLS_CERT: '/nix.pem', TLS_KEY: '/nix.pem' },
      'TLS_CERT is set to "/nix.pem", which cannot be read (ENOENT).\n',
    ],
    [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR /dev/null/data cannot be used (ENOTDIR).\n'],
  ])('ends with one line for %j', async (env, line) => {
    const { output, exited } = await runMain({ PORT: '0', ...(env as Record<string, string>) });
    expect([await exited, output.stderr]).toEqual([1, line]);
  });

  it('ends with one line that says what to do where its keys are damaged', async () => {
    const dataDir = await testFolder();
    await mkdir(join(dataDir, 'keys'));
    await writeFile(join(dataDir, 'keys/oidc.json'), '{"signing":');
    const { output, exited } = await runMain({ PORT: '0', DATA_DIR: dataDir });
    expect([await exited, output.stderr]).toEqual([
      1,
      `${dataDir}/keys/oidc.json is damaged. Put it back from a backup, or remove it: new keys are made then, and everybody signs in again.\n`,
    ]);
  });

  it('ends with one line when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { output, exited } = await runMain({ PORT: String(port) });
    expect(await exited).toBe(1);
    expect(output.stderr).toBe(
      `PORT ${port} is taken on 127.0.0.1: stop what uses it, or set PORT to another one.\n`,
    );
  });

  it('ends with one line when the database is no database', async () => {
    const dataDir = await testFolder();
    await writeFile(join(dataDir, 'wortlaut.db'), 'this is text and not a database, long enough to be read');
    await chmod(join(dataDir, 'wortlaut.db'), 0o600);
    const { output, exited } = await runMain({ PORT: '0', DATA_DIR: dataDir });
    expect([await exited, output.stderr]).toEqual([
      1,
      `DATA_DIR ${dataDir} cannot be used (SQLITE_NOTADB).\n`,
    ]);
  });
});

describe('stopping', () => {
  it('lets a running request finish and takes no new one', async () => {
    const http = await openHttpServer({ host: '127.0.0.1', port: 0, tlsCert: null, tlsKey: null });
    const gate = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    http.serve(async (_incoming, outgoing) => {
      arrived.resolve();
      await gate.promise;
      outgoing.end('finished');
    });
    const running = fetch(`http://127.0.0.1:${http.port}/`);
    await arrived.promise;
    const closed = http.close();
    await expect(fetch(`http://127.0.0.1:${http.port}/`)).rejects.toThrow('fetch failed');
    gate.resolve();
    expect(await (await running).text()).toBe('finished');
    await closed;
  });

  it('closes connections that only wait', async () => {
    const server = await testServer();
    const [response] = (await once(
      request(`${server.url}/api/v1/health`, { headers: { connection: 'keep-alive' } }).end(),
      'response',
    )) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    await server.close();
    await expect(fetch(`${server.url}/api/v1/health`)).rejects.toThrow('fetch failed');
  });

  it('answers a request that comes before everything stands, when it does', async () => {
    const http = await openHttpServer({ host: '127.0.0.1', port: 0, tlsCert: null, tlsKey: null });
    onTestFinished(() => http.close());
    const early = fetch(`http://127.0.0.1:${http.port}/`);
    http.serve(async (_incoming, outgoing) => void outgoing.end('ready'));
    expect(await (await early).text()).toBe('ready');
  });
});

describe('the lines after the start', () => {
  const config = loadConfig({});

  it('say nothing about a model that is there', () => {
    expect(startLines(config, { status: 'ok' }).join('\n')).not.toContain('whisper-base');
    expect(startLines(config, { status: 'loading' }).join('\n')).toContain('Model whisper-base: loading');
  });

  it('say whether another server for the transcription is there', () => {
    const remote = { ...config, asrUrl: 'https://asr.example/v1' };
    const lines = (code: string) => startLines(remote, { status: 'failed', code }).join('\n');
    expect(lines('transcription.engine_refused')).toContain('server asr.example: it refuses ASR_KEY');
    expect(lines('transcription.engine_unreachable')).toContain('it does not answer at ASR_URL');
    expect(startLines(remote, { status: 'ok' }).join('\n')).not.toMatch(/asr\.example|whisper-base/);
  });

  it('say which language model transcripts are sent to', () => {
    const remote = { ...config, llmUrl: 'https://llm.example/v1', llmModel: 'qwen3' };
    expect(startLines(remote, { status: 'ok' })).toContain(
      'Language model qwen3: transcripts and notes are sent to llm.example.',
    );
  });

  it('warn of plain HTTP where browsers refuse it', () => {
    const lines = (publicUrl: string) => startLines({ ...config, publicUrl }, { status: 'ok' }).join('\n');
    expect(lines('http://wort.example')).toContain('HTTPS: missing');
    expect(lines('http://localhost:3000')).not.toContain('HTTPS');
    expect(lines('https://wort.example')).not.toContain('HTTPS');
  });
});
