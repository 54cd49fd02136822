import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toWav } from '#wasm/testing/wav.ts';
import { compareWithPlayed, mp3FrameS, playedSpeech } from './microphone.ts';

const rate = 16_000;
const folder = mkdtempSync(join(tmpdir(), 'wortlaut-microphone-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes a file and compares it with the played sound. The file contains the given ranges of the played sound (start and end, s)
 * one after the other, and `silenceS` seconds of silence behind them.
 */
async function compared(ranges: readonly (readonly [number, number])[], silenceS = 0) {
  const { samples } = playedSpeech();
  const parts = ranges.flatMap(([from, to]) => [...samples.subarray(from * rate, to * rate)]);
  const silence = new Float32Array(Math.round(silenceS * rate));
  const path = join(folder, 'stored.wav');
  writeFileSync(path, toWav(Float32Array.from([...parts, ...silence]), rate));
  return (await compareWithPlayed(path)).stretches;
}

test('a buffer of 10 ms that comes twice is a slip within the stretch', async () => {
  const [only, ...rest] = await compared([
    [0.2, 1.44],
    [1.43, 6],
  ]);
  expect(rest).toEqual([]);
  expect(only!.playedS).toBeCloseTo(0.2, 3);
  expect(only!.slipsS.reduce((sum, slipS) => sum + slipS, 0)).toBeCloseTo(-0.01, 3);
  expect(only!.correlation).toBeGreaterThan(0.98);
});

test('a missing second begins a new stretch', async () => {
  const stretches = await compared([
    [0.2, 3],
    [4, 7],
  ]);
  expect(stretches).toHaveLength(2);
  expect(stretches[1]!.playedS).toBeCloseTo(4, 1);
});

/** A range of the played sound, s. It ends within a loud word, so silence behind it lowers the correlation if it is compared. */
const loudAtItsEnd = [4.9, 6.336] as const;

test('the silence that fills the last frame is not compared', async () => {
  const [only, ...rest] = await compared([loudAtItsEnd], mp3FrameS);
  expect(rest).toEqual([]);
  expect(only!.correlation).toBeGreaterThan(0.98);
});

test('sound that differs before the last frame is seen', async () => {
  const [only] = await compared([loudAtItsEnd], 4 * mp3FrameS);
  expect(only!.correlation).toBeLessThan(0.98);
});
