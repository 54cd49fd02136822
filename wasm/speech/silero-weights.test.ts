import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sileroPath } from '../../tools/kernel.ts';
import { noise } from '#wasm/testing/signals.ts';
import { basisError, packWeights } from './silero.ts';
import { readSileroWeights } from './silero-weights.ts';

const model = readFileSync(sileroPath);

describe('the weights of the voice activity model', () => {
  it('are read for 16 kHz: a Fourier transform of 256 under a Hann window, and layers of 128', () => {
    const weights = readSileroWeights(model);
    const basis = weights['stft.forward_basis_buffer'];
    expect(basis).toHaveLength(258 * 256);
    expect(basis[128]).toBeCloseTo(1, 6);
    expect(basisError(basis)).toBeLessThan(1e-6);
    expect(weights['decoder.rnn.weight_hh']).toHaveLength(512 * 128);
    expect(Object.values(weights).every((tensor) => tensor.every(Number.isFinite))).toBe(true);
  });

  it('are refused from another model, with the name of what is missing', () => {
    const legacy = readFileSync(join(sileroPath, '../silero_vad_legacy.onnx'));
    expect(() => readSileroWeights(legacy)).toThrow(/Not Silero VAD v5 for 16 kHz: .+ is missing/);
  });

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['half of the model', model.subarray(0, model.length / 2)],
    ['a page of HTML', new TextEncoder().encode('<!doctype html><title>Not found</title>')],
  ])('are refused from %s', (_name, bytes) => {
    expect(() => readSileroWeights(bytes)).toThrow(/^Not /);
  });
});

describe('packing them for the kernel', () => {
  it('is refused where the spectrum is no Fourier transform, which is what the kernel computes', () => {
    const other = { ...readSileroWeights(model), 'stft.forward_basis_buffer': noise(-20, 258 * 256, 1) };
    expect(() => packWeights(other)).toThrow(/no Fourier transform/);
  });
});
