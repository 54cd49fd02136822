import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeToPcm } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { expect, type Page } from './product.ts';
import { tempFolder } from './temp-folder.ts';

/** Decodes a recording to mono samples at 16 kHz, from −1 to 1. */
export async function samplesOf(path: string): Promise<Float32Array<ArrayBuffer>> {
  const output = join(tempFolder(), 'pcm');
  await decodeToPcm({ input: path, output, maxS: 9_000 });
  const bytes = readFileSync(output);
  const whole = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return Float32Array.from(whole, (sample) => sample / 32_768);
}

export const lengthOf = async (path: string): Promise<number> =>
  (await samplesOf(path)).length / pcmSampleRate;

/** Saves the session's audio from the server as a file. */
export async function storedAudio(
  page: Page,
  id: string,
  url = '',
): Promise<{ path: string; type: string; disposition: string }> {
  const response = await page.request.get(`${url}/api/v1/sessions/${id}/download`, {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}` },
  });
  expect(response.ok()).toBe(true);
  const path = join(tempFolder(), 'stored.mp3');
  writeFileSync(path, await response.body());
  return {
    path,
    type: response.headers()['content-type']!,
    disposition: response.headers()['content-disposition']!,
  };
}

/** Writes a silent wav as a sparse file. Returns its path. */
export function silentWav(name: string, durationS: number, sampleRate: number, channels: number): string {
  const path = join(tempFolder(), name);
  const bytes = durationS * sampleRate * channels * 2;
  const header = toWav(new Float32Array(0), sampleRate, channels);
  const view = new DataView(header.buffer);
  view.setUint32(4, 36 + bytes, true);
  view.setUint32(40, bytes, true);
  writeFileSync(path, header);
  truncateSync(path, 44 + bytes);
  return path;
}

/**
 * Joins recordings in a wav, with the noise of a room before, between and after them. `gapsS`: lengths of the noise, s, one
 * more than there are recordings.
 */
export async function withPauses(recordings: readonly string[], gapsS: readonly number[]): Promise<string> {
  let seed = 7;
  const hiss = (seconds: number) =>
    Float32Array.from({ length: Math.round(seconds * pcmSampleRate) }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * 0.0006;
    });
  const parts = [hiss(gapsS[0] ?? 0)];
  for (const [index, path] of recordings.entries())
    parts.push(await samplesOf(path), hiss(gapsS[index + 1] ?? 0));
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  const path = join(tempFolder(), 'sitzung.wav');
  writeFileSync(path, toWav(samples, pcmSampleRate));
  return path;
}

/** Returns the correlation of two stretches at their best lag, and that lag, s. The lag is `maxLagS` at most. */
export function likeness(
  a: Float32Array,
  b: Float32Array,
  at: { aS: number; bS: number; lengthS: number; maxLagS: number },
): { correlation: number; lagS: number } {
  const length = Math.round(at.lengthS * pcmSampleRate);
  const fromA = Math.round(at.aS * pcmSampleRate);
  const fromB = Math.round(at.bS * pcmSampleRate);
  const maxLag = Math.round(at.maxLagS * pcmSampleRate);
  let best = { correlation: -1, lagS: 0 };
  for (let lag = -maxLag; lag <= maxLag; lag += 1) {
    let product = 0;
    let squaresA = 0;
    let squaresB = 0;
    for (let i = 0; i < length; i += 1) {
      const x = a[fromA + i] ?? 0;
      const y = b[fromB + i + lag] ?? 0;
      product += x * y;
      squaresA += x * x;
      squaresB += y * y;
    }
    const correlation = product / Math.sqrt(Math.max(squaresA * squaresB, 1e-12));
    if (correlation > best.correlation) best = { correlation, lagS: lag / pcmSampleRate };
  }
  return best;
}
