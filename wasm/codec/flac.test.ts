import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../tools/kernel.ts';
import { decodeFlac, extremes, formatOf, toFloats, wave } from '#wasm/testing/flac-samples.ts';
import { flacFrame, type FramePlan, type SubframePlan } from '#wasm/testing/flac-writer.ts';
import { seeded } from '#wasm/testing/random.ts';

const codec = loadCodec();

const reread = (channels: number[][], bits: number, plan: FramePlan) =>
  decodeFlac(codec, flacFrame(channels, bits, plan, 0), formatOf(channels.length, bits));

describe('subframes of every kind', () => {
  const samples = wave(1_000, 16);

  it.each<[string, SubframePlan]>([
    ['plain', { kind: 'verbatim' }],
    ...[0, 1, 2, 3, 4].map((order): [string, SubframePlan] => [
      `fixed ${order}`,
      { kind: 'fixed', order, rice: 9 },
    ]),
    ['wasted bits', { kind: 'fixed', order: 2, rice: 6, wasted: 3 }],
    ['wasted bits, plain', { kind: 'verbatim', wasted: 5 }],
    ['partitions', { kind: 'fixed', order: 2, rice: 8, partitionOrder: 3 }],
    ['plain residuals', { kind: 'fixed', order: 2, rice: 'plain', partitionOrder: 2 }],
    ['plain residuals, long code', { kind: 'fixed', order: 1, rice: 'plain5', partitionOrder: 1 }],
  ])('(%s) give their samples', (_name, plan) => {
    const step = 2 ** (plan.wasted ?? 0);
    expect(
      reread([samples.map((sample) => Math.floor(sample / step) * step)], 16, { subframes: [plan] }),
    ).toEqual(toFloats([samples.map((sample) => Math.floor(sample / step) * step)], 16));
  });

  it('(constant) gives one sample over and over', () => {
    expect(reread([Array<number>(777).fill(-1_234)], 16, { subframes: [{ kind: 'constant' }] })).toEqual(
      toFloats([Array<number>(777).fill(-1_234)], 16),
    );
    expect(
      reread([Array<number>(777).fill(0)], 16, { subframes: [{ kind: 'fixed', rice: 'plain' }] }),
    ).toEqual(toFloats([Array<number>(777).fill(0)], 16));
  });

  it.each(Array.from({ length: 32 }, (_, i) => i + 1))('linear prediction of order %i', (order) => {
    const random = seeded(order);
    const weights = Array.from({ length: order }, (_, i) => Math.round((random() - 0.4) * 6_000 * 0.8 ** i));
    weights[0] = 7_000;
    const plan: SubframePlan = { kind: 'linear', weights, precision: 14, shift: 12, rice: 10 };
    expect(reread([wave(300, 16)], 16, { subframes: [plan] })).toEqual(toFloats([wave(300, 16)], 16));
    expect(reread([wave(300, 24)], 24, { subframes: [{ ...plan, rice: 18 }] })).toEqual(
      toFloats([wave(300, 24)], 24),
    );
  });

  it('linear prediction whose sums need more than 32 bits', () => {
    const weights = [16_383, -16_384, 16_383, -16_384, 16_383];
    const plan: SubframePlan = { kind: 'linear', weights, precision: 15, shift: 15, rice: 'plain' };
    expect(reread([extremes(300, 16)], 16, { subframes: [plan] })).toEqual(toFloats([extremes(300, 16)], 16));
    expect(reread([extremes(300, 24)], 24, { subframes: [plan] })).toEqual(toFloats([extremes(300, 24)], 24));
  });

  it.each(Array.from({ length: 31 }, (_, i) => i))('residuals with Rice parameter %i', (rice) => {
    const bits = Math.min(24, Math.max(6, rice + 2));
    expect(reread([wave(257, bits, 0.5)], bits, { subframes: [{ kind: 'fixed', order: 1, rice }] })).toEqual(
      toFloats([wave(257, bits, 0.5)], bits),
    );
  });

  it('residuals with hundreds of zeros before their one', () => {
    const jumps = Array.from({ length: 64 }, (_, i) => (i % 7 === 0 ? 32_000 : i % 11 === 0 ? -32_000 : 3));
    expect(reread([jumps], 16, { subframes: [{ kind: 'fixed', order: 0, rice: 6 }] })).toEqual(
      toFloats([jumps], 16),
    );
    expect(reread([jumps], 16, { subframes: [{ kind: 'fixed', order: 0, rice: 0 }] })).toEqual(
      toFloats([jumps], 16),
    );
  });
});

describe('samples of every size', () => {
  it.each(Array.from({ length: 29 }, (_, i) => i + 4))('of %i bits', (bits) => {
    const rice = Math.max(0, bits - 6);
    expect(reread([wave(200, bits)], bits, { subframes: [{ kind: 'fixed', order: 2, rice }] })).toEqual(
      toFloats([wave(200, bits)], bits),
    );
    expect(reread([extremes(200, bits)], bits, { subframes: [{ kind: 'verbatim' }] })).toEqual(
      toFloats([extremes(200, bits)], bits),
    );
  });

  it.each([
    [8, 1],
    [12, 2],
    [16, 4],
    [20, 5],
    [24, 6],
    [32, 7],
  ])('of %i bits, as the header says itself', (bits, sizeCode) => {
    expect(reread([wave(200, bits)], bits, { subframes: [{ kind: 'verbatim' }], sizeCode })).toEqual(
      toFloats([wave(200, bits)], bits),
    );
  });
});

describe('channels', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%i of them, each as it was', (count) => {
    const channels = Array.from({ length: count }, (_, i) => wave(203, 16, 0.2, i + 1));
    expect(reread(channels, 16, { subframes: [{ kind: 'fixed', order: 2, rice: 8 }] })).toEqual(
      toFloats(channels, 16),
    );
  });

  const plans: [string, SubframePlan][] = [
    ['plain', { kind: 'verbatim' }],
    ['predicted', { kind: 'fixed', order: 1, rice: 20 }],
    [
      'by linear prediction',
      { kind: 'linear', weights: [16_000, -8_000], precision: 15, shift: 13, rice: 24 },
    ],
    ['with wasted bits', { kind: 'verbatim', wasted: 2 }],
    ['predicted with wasted bits', { kind: 'fixed', order: 1, rice: 20, wasted: 2 }],
  ];
  const modes = { 'left and side': 8, 'side and right': 9, 'middle and side': 10 } as const;
  const all = [16, 24, 32].flatMap((bits) =>
    Object.entries(modes).flatMap(([mode, stereo]) =>
      plans.map(([name, plan]) => [mode, bits, name, stereo, plan] as const),
    ),
  );

  it.each(all)('as %s of %i bits, %s', (_mode, bits, _name, stereo, plan) => {
    // Wasted bits must be zero in the coded channels, so samples are multiples of twice their step.
    const step = 2 ** ((plan.wasted ?? 0) + (plan.wasted ? 1 : 0));
    const stepped = (samples: number[]) => samples.map((sample) => Math.floor(sample / step) * step);
    // Residuals have at most 32 bits at any bit depth.
    expect(
      reread([stepped(wave(203, bits, 0.02)), stepped(wave(203, bits, 0.02, 9))], bits, {
        subframes: [plan],
        stereo,
      }),
    ).toEqual(toFloats([stepped(wave(203, bits, 0.02)), stepped(wave(203, bits, 0.02, 9))], bits));
  });

  it('whose difference is as large as 33 bits can be', () => {
    const loud = extremes(100, 32, 3);
    const other = extremes(100, 32, 4);
    for (const stereo of [8, 9, 10] as const)
      expect(reread([loud, other], 32, { subframes: [{ kind: 'verbatim' }], stereo })).toEqual(
        toFloats([loud, other], 32),
      );
    const constant = [Array<number>(50).fill(2 ** 31 - 1), Array<number>(50).fill(-(2 ** 31))];
    for (const stereo of [8, 9, 10] as const)
      expect(reread(constant, 32, { subframes: [{ kind: 'constant' }], stereo })).toEqual(
        toFloats(constant, 32),
      );
  });
});
