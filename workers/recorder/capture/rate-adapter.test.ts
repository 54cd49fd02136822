import { expect, it } from 'vitest';
import { concat } from '#wasm/testing/signals.ts';
import { createRateAdapter } from './rate-adapter.ts';

/** Interleaved stereo: a tone on the left, the same tone an octave higher on the right. */
function tone(hz: number, seconds: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(seconds * sampleRate * 2);
  for (let frame = 0; frame < samples.length / 2; frame++)
    for (const channel of [0, 1])
      samples[frame * 2 + channel] = 0.5 * Math.sin((2 * Math.PI * hz * (channel + 1) * frame) / sampleRate);
  return samples;
}

function open() {
  const blocks: Float32Array[] = [];
  const adapter = createRateAdapter(48_000, (block) => blocks.push(block));
  return { adapter, blocks, sound: () => concat(...blocks) };
}

it('gives sound of the target rate as it came', () => {
  const { adapter, blocks } = open();
  const block = tone(440, 0.1, 48_000);
  adapter.push(block, 48_000);
  expect(blocks[0]).toBe(block);
});

it('brings a headset that changes its rate in the middle to one rate, without a gap and on both channels', () => {
  const { adapter, ...heard } = open();
  const parts = [
    [tone(300, 0.5, 48_000), 48_000],
    [tone(300, 0.5, 16_000), 16_000],
    [tone(300, 0.5, 44_100), 44_100],
    [tone(300, 0.5, 48_000), 48_000],
  ] as const;
  for (const [block, rate] of parts) adapter.push(block.slice(), rate);
  adapter.finish();
  const sound = heard.sound();
  expect(sound.length / 2).toBe(4 * 24_000);
  const whole = tone(300, 0.5, 48_000);
  // Each part holds whole periods, so the tone goes on. A resampler needs 2 ms to begin and to end.
  for (let part = 0; part < 4; part++)
    for (let frame = 200; frame < 24_000 - 200; frame++)
      for (const channel of [0, 1]) {
        const at = frame * 2 + channel;
        expect(Math.abs(sound[part * 48_000 + at]! - whole[at]!)).toBeLessThan(0.01);
      }
});

it('holds nothing back after its end', () => {
  const { adapter, sound } = open();
  adapter.push(tone(300, 0.1, 16_000), 16_000);
  adapter.finish();
  adapter.finish();
  expect(sound().length / 2).toBe(4_800);
});
