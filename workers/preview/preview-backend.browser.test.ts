import { expect, it, onTestFinished, vi } from 'vitest';
import { fixtureModel } from '#workers/testing/fixture-model.ts';
import type { PreviewFaults } from '#workers/testing/preview-double.worker.ts';
import { backendKey, openPreview, thisDevice } from './preview.client.ts';
import type { PreviewDevice } from './open-backend.ts';
import type { PreviewLoaded, PreviewWindow } from './preview.contract.ts';

type Options = Omit<Parameters<typeof openPreview>[0], 'model'>;
type Given = { hasGpu?: boolean; patience?: Partial<PreviewDevice['patience']> };

/** Opens a preview whose workers behave as `faults` says at the time when they start. */
function open(faults: PreviewFaults, { hasGpu = true, patience = {} }: Given = {}, options: Options = {}) {
  const workers: { isEnded: boolean }[] = [];
  const choices: Pick<PreviewLoaded, 'backend' | 'backendReason'>[] = [];
  const startWorker = () => {
    const url = new URL('../testing/preview-double.worker.ts', import.meta.url);
    const worker = new Worker(url, { type: 'module', name: JSON.stringify(faults) });
    const entry = { isEnded: false };
    workers.push(entry);
    const end = worker.terminate.bind(worker);
    worker.terminate = () => {
      entry.isEnded = true;
      end();
    };
    return worker;
  };
  const preview = openPreview(
    {
      model: fixtureModel(),
      ...options,
      onBackend: ({ backend, backendReason }) => choices.push({ backend, backendReason }),
    },
    {
      startWorker,
      hasGpu: async () => hasGpu,
      patience: { loadMs: 60_000, gpuPartsMs: 60_000, gpuMs: 60_000, windowMs: 60_000, ...patience },
    },
  );
  onTestFinished(() => preview[Symbol.dispose]());
  return { preview, choices, living: () => workers.filter(({ isEnded }) => !isEnded).length, workers };
}

const windowOf = (startS = 0): PreviewWindow => ({
  samples: new Int16Array(16_000),
  startS,
  speech: [],
  language: 'de',
});

it.each([
  ['there is no graphics card', { hasGpu: false }, {}, { backend: 'wasm', backendReason: 'only' }],
  ['the graphics card is faster', {}, { gpu: 'faster' }, { backend: 'webgpu', backendReason: 'faster' }],
  ['the processor is faster', {}, { gpu: 'slower' }, { backend: 'wasm', backendReason: 'faster' }],
  [
    'the graphics card writes another text',
    {},
    { gpu: 'wrong' },
    { backend: 'wasm', backendReason: 'gpu_failed' },
  ],
  [
    'the graphics card does not start',
    {},
    { gpu: 'refused' },
    { backend: 'wasm', backendReason: 'gpu_failed' },
  ],
  [
    'the graphics card never answers',
    { patience: { gpuMs: 50 } },
    { gpu: 'silent' },
    { backend: 'wasm', backendReason: 'gpu_failed' },
  ],
  [
    'what the graphics card needs does not come',
    {},
    { gpu: 'not_fetched' },
    { backend: 'wasm', backendReason: 'gpu_not_tried' },
  ],
  [
    'what the graphics card needs comes too slowly',
    { patience: { gpuPartsMs: 50 } },
    { gpu: 'fetched_slowly' },
    { backend: 'wasm', backendReason: 'gpu_not_tried' },
  ],
] as const)(
  'a back end is chosen, and only its worker lives on: %s',
  async (_name, given, faults, choice) => {
    const { preview, choices, living } = open(faults, given, { threads: 1 });
    expect(await preview.load()).toMatchObject({ ...choice, threads: 1 });
    expect(choices).toEqual([choice]);
    expect(living()).toBe(1);
  },
);

it('a remembered back end is used without a trial', async () => {
  const { preview, choices, workers } = open({ gpu: 'slower' }, {}, { backend: 'webgpu' });
  await preview.load();
  expect(choices).toEqual([{ backend: 'webgpu', backendReason: 'remembered' }]);
  expect(workers).toHaveLength(1);
});

it('a remembered graphics card that does not start is replaced by the processor', async () => {
  const { preview, choices, living } = open({ gpu: 'refused' }, {}, { backend: 'webgpu' });
  await preview.load();
  expect(choices).toEqual([{ backend: 'wasm', backendReason: 'gpu_failed' }]);
  expect(living()).toBe(1);
});

it('a remembered graphics card whose parts do not come is not said to have failed', async () => {
  const { preview, choices, living } = open({ gpu: 'not_fetched' }, {}, { backend: 'webgpu' });
  await preview.load();
  expect(choices).toEqual([{ backend: 'wasm', backendReason: 'gpu_not_tried' }]);
  expect(living()).toBe(1);
});

it('a browser that does not answer about its graphics card has none', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gpu = { requestAdapter: () => Promise.withResolvers<never>().promise };
  Object.defineProperty(navigator, 'gpu', { configurable: true, value: gpu });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'gpu'));
  const answers = Promise.all([thisDevice.hasGpu(), backendKey()]);
  await vi.runAllTimersAsync();
  expect(await answers).toEqual([false, expect.stringMatching(/^\S+$/)]);
});

it('a choice that was measured holds when the model is loaded again', async () => {
  const { preview, workers, choices } = open({ gpu: 'faster' }, {}, { idleMs: 1 });
  await preview.load();
  await expect.poll(() => preview.isLoaded).toBe(false);
  await preview.load();
  expect(workers).toHaveLength(3);
  expect(choices[1]).toEqual(choices[0]);
});

it.each(['failed', 'crashed', 'silent'] as const)(
  'a window whose graphics card is lost (%s) is transcribed by the processor, and so are all later ones',
  async (ends) => {
    const faults: PreviewFaults = { gpu: 'faster', window: { on: 'webgpu', ends } };
    const given = ends === 'silent' ? { patience: { gpuMs: 500 } } : {};
    const { preview, choices, living } = open(faults, given);
    const [first] = await preview.transcribe(windowOf(0));
    const [second] = await preview.transcribe(windowOf(1));
    expect([first!.text, second!.text]).toEqual(['16000 samples by wasm', '16000 samples by wasm']);
    expect(choices).toEqual([
      { backend: 'webgpu', backendReason: 'faster' },
      { backend: 'wasm', backendReason: 'gpu_lost' },
    ]);
    expect(living()).toBe(1);
  },
);

it.each([
  ['crashed', 'worker.crashed'],
  ['failed', 'preview.engine_failed'],
  ['silent', 'preview.engine_failed'],
] as const)(
  'a window that ends with %s has the code %s, and the next one starts a new worker',
  async (ends, code) => {
    const faults: PreviewFaults = { window: { on: 'wasm', ends } };
    const given = { hasGpu: false, patience: ends === 'silent' ? { windowMs: 500 } : {} };
    const { preview, living, workers } = open(faults, given);
    await expect(preview.transcribe(windowOf())).rejects.toMatchObject({ code });
    expect(preview.isLoaded).toBe(false);
    expect(living()).toBe(0);
    delete faults.window;
    const [segment] = await preview.transcribe(windowOf());
    expect(segment!.text).toBe('16000 samples by wasm');
    expect(workers).toHaveLength(2);
  },
);

it('tells its speed after each window', async () => {
  const speeds: number[] = [];
  const { preview } = open({}, { hasGpu: false }, { onSpeed: (speed) => speeds.push(speed) });
  expect(preview.timesRealTime).toBeNull();
  await preview.transcribe(windowOf());
  await preview.transcribe(windowOf());
  expect(speeds).toHaveLength(2);
  expect(speeds[0]).toBeGreaterThan(0);
  expect(preview.timesRealTime).toBe(speeds[1]);
});

it('ends both workers when it is closed within a trial', async () => {
  const { preview, living, workers } = open({ gpu: 'silent' });
  const loading = preview.load();
  await expect.poll(() => workers.length).toBe(2);
  preview[Symbol.dispose]();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  expect(living()).toBe(0);
});
