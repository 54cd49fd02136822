import { expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { skipsDelay } from '#workers/testing/engine.ts';
import { loadMp3Encoder } from './load-encoder.ts';
import { startTag } from './mp3-stream.ts';

/** Low-passed noise: the encoder drops the highest frequencies. */
function sound(seconds: number, sampleRate: number): Float32Array {
  let last = 0;
  return noise(-14, seconds, sampleRate).map((x) => (last += 0.2 * (x - last)));
}

function correlation(a: Float32Array, b: Float32Array, lag: number): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i + lag] ?? 0];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
}

it.skipIf(!skipsDelay).each([
  { sampleRate: 16_000, bitrate: 48 },
  { sampleRate: 24_000, bitrate: 64 },
  { sampleRate: 48_000, bitrate: 96 },
] as const)('the browser plays a recording from its first sample to its last: %o', async (settings) => {
  const { sampleRate } = settings;
  const encoder = await loadMp3Encoder();
  const stream = encoder.begin(settings);
  const said = sound(3.01, sampleRate);
  const mp3 = new Blob([startTag(settings), stream.push(said), stream.finish()], { type: 'audio/mpeg' });

  const context = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await context.decodeAudioData(await mp3.arrayBuffer());
  const played = decoded.getChannelData(0);
  expect(played.length).toBeGreaterThanOrEqual(said.length);
  expect(played.length).toBeLessThan(said.length + 1_152);
  expect(correlation(said, played, 0)).toBeGreaterThan(0.96);
  for (const lag of [-1, 1])
    expect(correlation(said, played, lag)).toBeLessThan(correlation(said, played, 0));
});

it('an audio element knows how long a recording is, and seeks in it', async () => {
  const settings = { sampleRate: 24_000, bitrate: 64 } as const;
  const stream = (await loadMp3Encoder()).begin(settings);
  const mp3 = new Blob([startTag(settings), stream.push(sound(30, 24_000)), stream.finish()], {
    type: 'audio/mpeg',
  });
  const url = URL.createObjectURL(mp3);
  const audio = new Audio(url);
  const happens = (name: string) =>
    new Promise((resolve) => audio.addEventListener(name, resolve, { once: true }));
  await happens('loadedmetadata');
  expect(Math.abs(audio.duration - 30)).toBeLessThan(0.1);
  audio.currentTime = 20;
  await happens('seeked');
  expect(audio.currentTime).toBeCloseTo(20, 2);
  URL.revokeObjectURL(url);
});
