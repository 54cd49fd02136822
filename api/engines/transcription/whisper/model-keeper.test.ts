import { cp, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AppEnv } from '#api/http/app-env.ts';
import { silentLog } from '#api/lib/log.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { errorToResponse } from '#api/http/error-response.ts';
import { findModel, type Model } from '#models/manifest.ts';
import { createModelKeeper, type ModelKeeperOptions } from './model-keeper.ts';
import { createModelRoutes } from '#api/http/model.routes.ts';

const modelsDir = join(import.meta.dirname, '../../../../models');
const fixture = findModel('fixture')!;
/** The fixture under another id, as if from a model hub. */
const remote: Model = { ...fixture, id: 'remote', source: 'house/remote' };

async function hub(isUp: () => boolean = () => true) {
  const server = createServer(async (request, response) => {
    if (!isUp()) return response.writeHead(503).end();
    const path = (request.url ?? '').replace('/house/remote/resolve/main/', '');
    response.end(await readFile(join(modelsDir, 'fixture', path)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openKeeper(fields: Partial<ModelKeeperOptions>) {
  const storeDir = await testFolder();
  const keeper = createModelKeeper({
    model: remote,
    modelId: 'remote',
    modelsDirs: [storeDir],
    modelSource: null,
    log: silentLog(),
    lookMs: 5,
    retryDelaysMs: [5],
    ...fields,
  });
  onTestFinished(() => keeper.close());
  return { keeper, storeDir };
}

describe('the keeper of the model', () => {
  it('has nothing to do where the model is there', async () => {
    const { keeper } = await openKeeper({ model: fixture, modelId: 'fixture', modelsDirs: [modelsDir] });
    await keeper.start();
    expect(keeper.state()).toEqual({ status: 'ok', name: 'fixture' });
    expect(keeper.location()).toBe(join(modelsDir, 'fixture'));
    expect(keeper.missing()).toBeNull();
  });

  it('fetches a missing model in the background, tries again quietly, and says when it is there', async () => {
    let isUp = false;
    const { keeper, storeDir } = await openKeeper({ modelSource: await hub(() => isUp) });
    const onReady = vi.fn<() => void>();
    keeper.onReady(onReady);
    await keeper.start();
    expect(keeper.missing()).not.toBeNull();
    await eventually(() =>
      expect(keeper.state()).toMatchObject({ status: 'missing', code: 'model.refused' }),
    );
    isUp = true;
    await eventually(() => expect(onReady).toHaveBeenCalledOnce());
    expect(keeper.state().status).toBe('ok');
    expect(keeper.location()).toBe(join(storeDir, 'remote'));
  });

  it('finds files that somebody else brought while it runs', async () => {
    const { keeper, storeDir } = await openKeeper({});
    const onReady = vi.fn<() => void>();
    keeper.onReady(onReady);
    await keeper.start();
    expect(keeper.state()).toMatchObject({ status: 'missing', code: 'transcription.model_missing' });
    expect(keeper.missing()).toBe('transcription.model_missing');
    await cp(join(modelsDir, 'fixture'), join(storeDir, 'remote'), { recursive: true });
    await eventually(() => expect(onReady).toHaveBeenCalledOnce());
  });

  it('stops fetching when it is closed', async () => {
    const { keeper } = await openKeeper({ modelSource: await hub(() => false), retryDelaysMs: [60_000] });
    await keeper.start();
    await keeper.close();
    expect(keeper.location()).toBeNull();
  });

  it('says that the manifest does not know the configured model', async () => {
    const { keeper } = await openKeeper({ model: undefined, modelId: 'giant' });
    await keeper.start();
    expect(keeper.state()).toEqual({ status: 'failed', name: 'giant', code: 'model.unknown' });
    expect(keeper.missing()).toBe('transcription.model_missing');
  });
});

describe('the address of models', () => {
  const app = async () => {
    const empty = await testFolder();
    await mkdir(join(empty, 'fixture'));
    const routes = new Hono<AppEnv>().use(async (c, next) => {
      c.set('log', silentLog());
      c.set('requestId', 'r');
      await next();
    });
    routes.onError(errorToResponse);
    return routes.route('/models', createModelRoutes({ modelsDirs: [empty, modelsDir] }));
  };

  it('gives a file, a range of it and its size, for ever', async () => {
    const routes = await app();
    const whole = await routes.request('/models/fixture/config.json');
    expect(await whole.text()).toBe(await readFile(join(modelsDir, 'fixture/config.json'), 'utf8'));
    expect(whole.headers.get('cache-control')).toContain('immutable');
    expect(whole.headers.get('content-type')).toBe('application/json');
    const path = '/models/fixture/onnx/encoder_model_quantized.onnx';
    const range = await routes.request(path, { headers: { range: 'bytes=10-19' } });
    expect(range.status).toBe(206);
    expect((await range.arrayBuffer()).byteLength).toBe(10);
    const head = await routes.request(path, { method: 'HEAD' });
    expect(Number(head.headers.get('content-length'))).toBe(
      fixture.files.find((file) => path.endsWith(file.path))?.bytes,
    );
  });

  it.each([
    '/models/fixture/audio/de_1.wav',
    '/models/fixture/../manifest.json',
    '/models/fixture/%2e%2e%2fmanifest.json',
    '/models/fixture/..%2f..%2fpackage.json',
    '/models/nothing/config.json',
    '/models/whisper-base/config.json',
  ])('knows nothing at %s', async (path) => {
    const answer = await (await app()).request(path);
    expect(answer.status).toBe(404);
  });
});
