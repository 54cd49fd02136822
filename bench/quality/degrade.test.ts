import { describe, expect, it } from 'vitest';
import { noise, sine } from '#wasm/testing/signals.ts';
import {
  noiseOf,
  speechAndOwnNoise,
  withClipping,
  withDropouts,
  withHum,
  withNarrowBand,
  withNoise,
  withReverberation,
} from './degrade.ts';

const sampleRate = 16_000;
const db = (ratio: number) => 10 * Math.log10(ratio);
const power = (samples: Float32Array) => samples.reduce((sum, s) => sum + s * s, 0) / samples.length;
const toneOf = (frequency: number, durationS = 2) => sine({ frequency, dbfs: -20, durationS, sampleRate });

describe('computed faults', () => {
  it.each(['white', 'pink', 'babble'] as const)('mix %s noise at the ratio asked for', (colour) => {
    const sound = toneOf(500, 8);
    const other = noiseOf(colour, sound.length, sampleRate, 3);
    const made = withNoise(sound, other, power(sound), 10);
    const added = made.map((s, i) => s - sound[i]!);
    const { speech } = speechAndOwnNoise({ samples: added, sampleRate, channels: 1 });
    expect(Math.abs(db(power(sound) / speech) - 10)).toBeLessThan(colour === 'babble' ? 0.6 : 0.3);
  });

  it('measure speech over the time in which someone speaks', () => {
    const sound = toneOf(500, 8).map((s, i) => (i % sampleRate < sampleRate / 2 ? s : s * 1e-3));
    const { speech, noise: own } = speechAndOwnNoise({ samples: sound, sampleRate, channels: 1 });
    // Speech in half of each second, plus 200 ms of hangover.
    expect(db(speech)).toBeCloseTo(-23 - 1.3, 0);
    expect(db(own)).toBeCloseTo(-83, 0);
  });

  it('cut what is over full scale, by as much as was asked for', () => {
    const cut = withClipping(toneOf(100), 6);
    const flat = cut.filter((s) => Math.abs(s) === 1).length / cut.length;
    // A sine of twice full scale exceeds it two thirds of the time.
    expect(flat).toBeCloseTo(2 / 3, 1);
  });

  it('add hum of the level asked for', () => {
    const silent = { samples: new Float32Array(sampleRate), sampleRate, channels: 1 };
    expect(db(power(withHum(silent, 50, 1e-2, 15)))).toBeCloseTo(-35, 1);
  });

  it('pass a telephone band and nothing else', () => {
    const gain = (frequency: number) => {
      const samples = toneOf(frequency);
      const passed = withNarrowBand({ samples, sampleRate, channels: 1 });
      return db(power(passed.subarray(4_000, 28_000)) / power(samples));
    };
    expect(gain(1_000)).toBeCloseTo(0, 1);
    expect(gain(3_000)).toBeCloseTo(0, 0);
    expect(gain(4_000)).toBeLessThan(-40);
    expect(gain(100)).toBeLessThan(-40);
  });

  it('let sound decay by 60 dB in the time asked for', () => {
    const click = new Float32Array(2 * sampleRate);
    click[0] = 0.5;
    const room = withReverberation({ samples: click, sampleRate, channels: 1 }, 0.8, 1);
    const at = (s: number) => db(power(room.subarray(s * sampleRate, (s + 0.05) * sampleRate)));
    expect(at(0.1) - at(0.5)).toBeCloseTo((60 * 0.4) / 0.8, -1);
    const energy = room.reduce((sum, s) => sum + s * s, 0);
    expect(db((room[0]! ** 2 * 2) / energy)).toBeCloseTo(0, 1);
  });

  it('drop runs out of the middle of sound', () => {
    const samples = noise(-20, 9, sampleRate);
    const { samples: out, at } = withDropouts({ samples, sampleRate, channels: 1 }, 1);
    expect(at.length).toBeGreaterThanOrEqual(3);
    for (const start of at) {
      const from = Math.round(start * sampleRate);
      expect(out.subarray(from, from + 320).every((s) => s === 0)).toBe(true);
      expect(out[from - 1]).not.toBe(0);
    }
  });
});
