import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { models, type Model } from './manifest.ts';
import { isFilePresent, locateModel } from './store.ts';

const run = promisify(execFile);

/** A model hub that has every repository; `content` returns the file at a path. */
async function hub(content: (path: string) => string | null) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const held = content(request.url ?? '');
    response.writeHead(held === null ? 404 : 200).end(held ?? '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { source: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function command(args: string[]) {
  const store = await mkdtemp(join(tmpdir(), 'wortlaut-models-'));
  onTestFinished(() => rm(store, { recursive: true, force: true }));
  const env = { PATH: process.env['PATH'] ?? '', MODELS_DIR: store };
  const main = join(import.meta.dirname, 'main.ts');
  const { code, stdout, stderr } = await run(process.execPath, [main, ...args], { env }).then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { store, code, stdout, stderr };
}

const fetched = models.filter(({ source }) => source !== null);

const isHeld = ({ files }: Model) => files.some(({ sha256 }) => sha256 !== null);
const named = (some: readonly Model[]) => some.map((model) => [model.id, model] as const);

it.each(named(fetched.filter((model) => !isHeld(model))))(
  'brings %s from its own repository',
  async (id, model) => {
    const { source, asked } = await hub((path) => `content of ${path}`);
    const { store, stdout } = await command([id, '--source', source]);
    expect(stdout).toContain(`${id}  complete`);
    const addresses = model.files.map(({ path }) => `/${model.source}/resolve/main/${path}`);
    expect(asked.toSorted()).toEqual(addresses.toSorted());
    for (const file of model.files) {
      expect(await isFilePresent(join(store, id), file)).toBe(true);
      const text = await readFile(join(store, id, file.path), 'utf8');
      expect(text).toBe(`content of /${model.source}/resolve/main/${file.path}`);
    }
  },
);

it.each(named(fetched.filter(isHeld)))(
  'asks for %s at its own repository, and keeps no file whose digest is another one',
  async (id, model) => {
    const { source, asked } = await hub((path) => `content of ${path}`);
    const { store, code, stderr } = await command([id, '--source', source]);
    expect(code).toBe(1);
    expect(stderr).toContain('is not the file that was expected');
    expect(asked.filter((path) => !path.startsWith(`/${model.source}/resolve/main/`))).toEqual([]);
    expect(await locateModel(model, [store])).toBeNull();
  },
);

it('says which models there are where one is named that there is not', async () => {
  const { stderr, code } = await command(['whisper-gigantic']);
  expect(code).toBe(2);
  for (const { id } of models) expect(stderr).toContain(id);
});

it('lists every model with its size, its licence and whether it is here', async () => {
  const { stdout } = await command(['--list']);
  for (const { id, licence } of models) {
    const line = stdout.split('\n').find((one) => one.startsWith(`${id} `));
    expect(line).toMatch(/\d MB/);
    expect(line).toContain(licence);
    expect(line?.includes('not here')).toBe(id !== 'fixture');
  }
});
