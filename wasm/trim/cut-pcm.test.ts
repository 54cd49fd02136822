import { describe, expect, it } from 'vitest';
import { pieces } from '#wasm/testing/signals.ts';
import { createPcmCutter } from './cut-pcm.ts';
import { draftRanges, encoderMemory, type FrameRange } from './plan.ts';

const frameSamples = 576;
const { primingFrames, lookAheadFrames } = encoderMemory;

function cut(length: number, ranges: Iterable<FrameRange>) {
  const ramp = Float32Array.from({ length }, (_, i) => i);
  const cutter = createPcmCutter({ frameSamples, ranges });
  const jobs: { first: number; last: number; skipFrames: number; frames: number | null }[] = [];
  const take = (found: ReturnType<typeof cutter.push>) => {
    for (const { pcm, ...job } of found) jobs.push({ first: pcm[0]!, last: pcm.at(-1)!, ...job });
  };
  for (const piece of pieces(ramp)) take(cutter.push(piece));
  take(cutter.finish());
  return { jobs, cutter };
}

describe('cutting sound for the encoder', () => {
  it('begins the first stretch at the true beginning and ends the last at the true end', () => {
    const { jobs, cutter } = cut(750 * frameSamples + 9, draftRanges(500, 0));
    expect(jobs).toEqual([
      { first: 0, last: (500 + lookAheadFrames) * frameSamples - 1, skipFrames: 0, frames: 500 },
      {
        first: (500 - primingFrames) * frameSamples,
        last: 750 * frameSamples + 8,
        skipFrames: primingFrames,
        frames: null,
      },
    ]);
    expect(cutter.samples).toBe(750 * frameSamples + 9);
  });

  it('gives the frames that only the end of the stream makes a stretch of their own where they need one', () => {
    const { jobs } = cut(500 * frameSamples, draftRanges(500, 0));
    expect(jobs.map(({ frames }) => frames)).toEqual([500, null]);
  });

  it('takes only what the ranges want, and is done then', () => {
    const ranges = [
      { from: 300, to: 310 },
      { from: 900, to: 901 },
    ];
    const { jobs, cutter } = cut(2_000 * frameSamples, ranges);
    expect(jobs.map(({ first }) => first / frameSamples)).toEqual([300 - primingFrames, 900 - primingFrames]);
    expect(cutter.isDone).toBe(true);
  });

  it('makes nothing of nothing', () => {
    expect(cut(0, draftRanges(1_000, 0)).jobs).toEqual([]);
  });
});
