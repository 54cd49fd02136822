import { describe, expect, it } from 'vitest';
import { frameCount, paddingSamples } from '#wasm/mp3/format.ts';
import { draftRanges, planTrim, toFrameSpans, toTimemap, type FrameSpan } from './plan.ts';

const frameSamples = 576;
const samples = 100_000 * frameSamples + 17;
const plan = (kept: FrameSpan[], hasDraft = true) =>
  planTrim({ samples, frameSamples, kept, hasDraft, framesAtOnce: 2_000 });
const kinds = (kept: FrameSpan[]) => plan(kept).pieces.map(({ kind, from, to }) => [kind, from, to]);
const frames = frameCount(samples, frameSamples);

describe('the plan of a trimmed mp3', () => {
  it('copies an untouched recording whole', () => {
    expect(kinds([[0, null]])).toEqual([['copy', 0, frames]]);
    expect(plan([[0, null]]).samples).toBe(samples);
  });

  it('encodes anew what the encoder remembers of a cut, and a little before it', () => {
    expect(
      kinds([
        [0, 1_000],
        [5_000, null],
      ]),
    ).toEqual([
      ['copy', 0, 995],
      ['encode', 995, 1_129],
      ['copy', 5_129, frames],
    ]);
  });

  it('does not copy a few frames between two cuts', () => {
    expect(
      kinds([
        [500, 700],
        [900, 1_150],
      ]).filter(([kind]) => kind === 'copy'),
    ).toEqual([]);
  });

  it('encodes all in pieces where there is no draft', () => {
    const { pieces } = plan([[100, 5_000]], false);
    expect(pieces.map(({ to }) => to)).toEqual([2_000, 4_000, 4_902]);
  });

  it('has pieces that follow on each other and make up all frames', () => {
    const { pieces, frames: total } = plan([
      [7, 3_000],
      [3_001, 3_200],
      [9_000, 60_000],
      [70_000, null],
    ]);
    expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(total);
  });

  it('maps the beginning of each kept span', () => {
    const kept = toFrameSpans(
      [
        [2.4, 4.8],
        [7.2, 12],
      ],
      12,
      0.024,
    );
    expect(kept).toEqual([
      [100, 200],
      [300, null],
    ]);
    expect(toTimemap(plan(kept), 24_000)).toEqual([
      [0, 2.4],
      [2.4, 7.2],
    ]);
  });

  it('numbers the ranges of a draft from any chunk', () => {
    const [first] = draftRanges(2_000, 3);
    expect(first).toEqual({ from: 512 + 1_024 + 2_000, to: 512 + 1_024 + 4_000 });
  });
});

describe('frames of a length', () => {
  it.each([
    [1, 576, 3],
    [576, 576, 3],
    [577, 576, 4],
    [24_000, 576, 44],
    [1, 1_152, 2],
    [1_152, 1_152, 2],
    [1_153, 1_152, 3],
    [48_000, 1_152, 43],
  ])('%i samples in frames of %i are %i, with at least 576 samples to spare', (count, size, expected) => {
    expect(frameCount(count, size)).toBe(expected);
    expect(paddingSamples(count, size)).toBeGreaterThanOrEqual(576);
    expect(paddingSamples(count, size)).toBeLessThan(576 + size);
  });
});
