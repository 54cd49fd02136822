import { describe, expect, it } from 'vitest';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import { endAfter, estimatedBytes, fittingSettings, planOutput } from './output.rules.ts';
import type { OutputInput } from './output.rules.ts';

const m4a: OutputInput = {
  file: { bytes: 100_000_000 },
  container: 'mov,mp4,m4a,3gp,3g2,mj2',
  codec: 'aac',
  hasOwnFrames: false,
  durationS: 3_600,
  keptS: 3_600,
  loudness: 'as_is',
  settings: speechMp3,
  maxBytes: 150_000_000,
};
const mp3: OutputInput = { ...m4a, container: 'mp3', codec: 'mp3', hasOwnFrames: true };

describe('what will be sent', () => {
  it('is written as mp3 of a known size', () => {
    expect(planOutput(m4a)).toEqual({
      method: 'encode',
      settings: speechMp3,
      durationS: 3_600,
      bytes: 28_800_000,
      obstacle: null,
    });
  });

  it('is what was made of it where the file is no longer there', () => {
    expect(planOutput({ ...mp3, file: null })).toMatchObject({ method: 'encode', bytes: 28_800_000 });
  });

  it('is cut where it is mp3 already, in proportion to what is kept', () => {
    expect(planOutput({ ...mp3, keptS: 1_800 })).toMatchObject({ method: 'cut', bytes: 50_000_000 });
  });

  it('is encoded if its frames vary in size, and cut if that is not known', () => {
    expect(planOutput({ ...mp3, hasOwnFrames: false })).toMatchObject({
      method: 'encode',
      bytes: 28_800_000,
    });
    expect(planOutput({ ...mp3, hasOwnFrames: undefined }).method).toBe('cut');
  });

  it('is written anew where its loudness changes or the cut file would be too large', () => {
    expect(planOutput({ ...mp3, loudness: 'normalised' }).method).toBe('encode');
    expect(planOutput({ ...mp3, file: { bytes: 200_000_000 } })).toMatchObject({
      method: 'encode',
      bytes: 28_800_000,
      obstacle: null,
    });
  });

  it('may be 2:30 h long, and half a second of what coders add', () => {
    const of = (keptS: number) => planOutput({ ...m4a, durationS: keptS, keptS }).obstacle;
    expect(of(9_000.4)).toBeNull();
    expect(of(9_001)).toBe('too_long');
  });

  it('may be as large as the host takes', () => {
    expect(planOutput({ ...m4a, maxBytes: 28_000_000 }).obstacle).toBe('too_large');
  });
});

describe('settings that fit', () => {
  it('are those of the host where they do', () => {
    expect(fittingSettings(9_000, 150_000_000, speechMp3)).toBe(speechMp3);
  });

  it('are the best smaller ones otherwise', () => {
    const wide = { sampleRate: 48_000, bitrate: 192 } as const;
    expect(fittingSettings(9_000, 150_000_000, wide)).toEqual({ sampleRate: 24_000, bitrate: 64 });
    expect(fittingSettings(9_000, 40_000_000, speechMp3)).toEqual({ sampleRate: 16_000, bitrate: 32 });
  });

  it('are none where nothing helps', () => {
    expect(fittingSettings(9_000, 1_000_000, speechMp3)).toBeNull();
  });
});

it('estimates the mp3 from its length and bitrate', () => {
  expect(estimatedBytes(3_600, 64)).toBe(28_800_000);
});

it('finds where 2:30 h of what is kept end in the original', () => {
  expect(endAfter([[0, 10_000]], 9_000)).toBe(9_000);
  expect(
    endAfter(
      [
        [100, 4_100],
        [5_000, 12_000],
      ],
      9_000,
    ),
  ).toBe(10_000);
  expect(endAfter([[0, 60]], 9_000)).toBe(60);
});
