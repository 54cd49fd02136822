import { describe, expect, it } from 'vitest';
import { bursts } from '#wasm/testing/bursts.ts';
import { concat, mix, noise } from '#wasm/testing/signals.ts';
import { createReferenceReverberation } from './reverberation.ts';

const sampleRate = 16_000;

function measured(samples: Float32Array, probability = 0.9) {
  const reverberation = createReferenceReverberation();
  for (let at = 0; at + 512 <= samples.length; at += 512)
    reverberation.push(samples.subarray(at, at + 512), probability);
  return reverberation.t60S();
}

describe('the reverberation time', () => {
  it('rises with the room', () => {
    const rooms = [0.2, 0.4, 0.8, 1.5].map((t60S) => measured(bursts(t60S))!);
    expect(rooms).toEqual(rooms.toSorted((a, b) => a - b));
    expect(rooms[0]).toBeLessThan(0.35);
    expect(rooms.at(-1)).toBeGreaterThan(0.8);
  });

  it('is not guessed where noise hides how sounds end', () => {
    const noisy = mix(bursts(0.2), noise(-25, 20, sampleRate, 9));
    expect(measured(noisy)).toBeNull();
  });

  it('is not guessed from half a second of sound, nor from steady sound, nor where nobody speaks', () => {
    expect(measured(bursts(0.5, 0.5))).toBeNull();
    expect(measured(noise(-20, 20, sampleRate))).toBeNull();
    expect(measured(bursts(0.5), 0)).toBeNull();
  });

  it('does not take gaps in the speech for decays', () => {
    const reverberation = createReferenceReverberation();
    const speech = bursts(0.3);
    const gap = new Float32Array(60 * 512);
    const sound = concat(speech, gap, speech);
    const isGap = (at: number) => at >= speech.length && at < speech.length + gap.length;
    for (let at = 0; at + 512 <= sound.length; at += 512)
      reverberation.push(sound.subarray(at, at + 512), isGap(at) ? 0 : 0.9);
    expect(Math.abs(reverberation.t60S()! - measured(speech)!)).toBeLessThan(0.1);
  });
});
