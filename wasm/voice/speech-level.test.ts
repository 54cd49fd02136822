import { describe, expect, it } from 'vitest';
import { createSpeechLevel } from './speech-level.ts';

const power = (dbfs: number) => 10 ** (dbfs / 10);

function levels(...passages: [dbfs: number, probability: number, frames: number][]) {
  const level = createSpeechLevel();
  for (const [dbfs, probability, frames] of passages)
    for (let i = 0; i < frames; i++) level.push(power(dbfs), probability);
  return level.result();
}

describe('levels of speech and room', () => {
  it('give the ratio of speech to what is between it', () => {
    const { speechDbfs, noiseDbfs, snrDb } = levels([-60, 0, 100], [-25, 0.9, 100], [-60, 0, 100]);
    expect(speechDbfs).toBeCloseTo(-25, 3);
    expect(noiseDbfs).toBeCloseTo(-60, 3);
    expect(snrDb).toBeCloseTo(35, 1);
  });

  it('know that a frame of speech holds the noise as well', () => {
    // Speech and noise of the same power add up to 3 dB more.
    expect(levels([-30, 0, 200], [-27, 0.9, 200]).snrDb).toBeCloseTo(0, 1);
  });

  it('do not take the edges of words for the room', () => {
    const words = Array.from({ length: 30 }, (): [number, number, number][] => [
      [-20, 0.95, 10],
      [-35, 0.05, 6],
    ]).flat();
    expect(levels([-70, 0, 80], ...words, [-70, 0, 80]).noiseDbfs).toBeCloseTo(-70, 1);
  });

  it('take the quietest frames for the room where nobody pauses', () => {
    const { noiseDbfs } = levels([-20, 0.9, 170], [-50, 0.9, 30]);
    expect(noiseDbfs).toBeCloseTo(-50, 1);
  });

  it('do not exist without speech', () => {
    expect(levels([-40, 0.1, 500])).toEqual({ speechDbfs: null, noiseDbfs: null, snrDb: null });
  });
});
