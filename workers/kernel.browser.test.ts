import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { noise } from '#wasm/testing/signals.ts';
import { loadKernel } from './kernel.ts';
import { isOutOfMemory } from './memory.ts';
import { loadMp3Encoder } from './recorder/load-encoder.ts';
import { withTightMemory } from './testing/tight-memory.ts';
import { engineLoaded } from '#workers/media/media.client.ts';
import { hasRelaxedSimd } from '#workers/testing/engine.ts';

const kernel = await loadKernel();

describe('the kernel in the browser', () => {
  it('is the one with fused multiplication where the browser knows it', () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
    expect(names.filter((name) => name?.endsWith('.wasm'))).toEqual([
      hasRelaxedSimd ? 'kernel-relaxed.wasm' : 'kernel.wasm',
    ]);
  });

  it('says that a browser without SIMD is too old, and to the page as well', async () => {
    const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    onTestFinished(() => validate.mockRestore());
    const loading = loadKernel().then(() => undefined);
    await expect(engineLoaded(loading)).rejects.toMatchObject({ code: 'media.browser_outdated' });
  });

  it('resamples as JavaScript does', () => {
    const input = { sampleRate: 44_100, channels: 2, targetRate: 24_000 };
    const sound = noise(-10, 1, 44_100);
    const out = kernel.createResampler(input).push(sound);
    const expected = createMonoResampler(input).push(sound);
    expect(out).toHaveLength(expected.length);
    expect(out.every((sample, i) => Math.abs(sample - expected[i]!) < 1e-6)).toBe(true);
  });

  it('detects with the weights of the model that is served', async () => {
    const probabilities = await kernel.createDetect()(noise(-30, 3.2, 16_000));
    expect(probabilities).toHaveLength(100);
    // ONNX Runtime also gives small but never zero probabilities for noise.
    expect(probabilities.every((p) => p > 0 && p < 0.3)).toBe(true);
  });
});

/** Replaces what the server sends of WebAssembly. */
function serving(change: (wasm: Uint8Array) => Response): void {
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await fetch(input, init);
    return String(input).endsWith('.wasm') ? change(new Uint8Array(await response.arrayBuffer())) : response;
  });
  onTestFinished(() => spy.mockRestore());
}

describe('an engine that does not start names the cause', () => {
  it.each([
    ['the kernel', loadKernel],
    ['the mp3 encoder', loadMp3Encoder],
  ])('%s does not arrive', async (_name, load) => {
    serving(() => new Response(null, { status: 404 }));
    await expect(load()).rejects.toMatchObject({ code: 'worker.part_missing' });
  });

  it('the kernel does not compile', async () => {
    serving((wasm) => new Response(wasm.slice(0, wasm.length - 1)));
    await expect(loadKernel()).rejects.toMatchObject({ code: 'worker.wasm_broken' });
  });

  it('the browser refuses WebAssembly', async () => {
    const compile = vi
      .spyOn(WebAssembly, 'compile')
      .mockRejectedValue(new WebAssembly.CompileError('blocked'));
    onTestFinished(() => compile.mockRestore());
    await expect(loadKernel()).rejects.toMatchObject({ code: 'worker.wasm_refused' });
  });

  it('the memory of the kernel does not grow', async () => {
    serving((wasm) => new Response(withTightMemory(wasm)));
    const { createDetect } = await loadKernel();
    expect(isOutOfMemory(caught(createDetect))).toBe(true);
  });

  it('another mistake in WebAssembly is none of the memory', () => {
    kernel.createDetect();
    expect(isOutOfMemory(new WebAssembly.RuntimeError('unreachable'))).toBe(false);
  });
});

function caught(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}
