import { createHash } from 'node:crypto';
import { client, type TestPipeline } from './test-upload-client.ts';
import { buildOpenInfoTag } from '#wasm/mp3/info-tag-write.ts';
import { glide, toMp3 } from '#wasm/testing/mp3-streams.ts';

export const frameBytes = 192;
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Encodes a recording as the page does: a tag with the encoder delay, then frames of 24 ms. */
export async function recorded(seconds: number, pitch?: number): Promise<Buffer> {
  const format = { version: 2 as const, sampleRate: 24_000 as const, channels: 1 as const };
  const tag = buildOpenInfoTag({ format, bitrate: 64, delaySamples: 576 });
  const frames = await toMp3([glide(seconds, 24_000, pitch)], { sampleRate: 24_000, bitrate: 64 });
  return Buffer.concat([tag, frames.subarray(0, frames.length - (frames.length % frameBytes))]);
}

/** Returns how long a recording of this many frames plays, s. */
export const playsS = (frames: number): number => Math.round(((frames * 576 - 1_105) / 24_000) * 1000) / 1000;

/** Sends bytes as a recording whose length is not known yet. Returns the path of the upload. */
export async function sent(
  line: TestPipeline,
  bytes: Uint8Array,
  sessionId = line.session.id,
): Promise<string> {
  const { recording, patch } = client(line);
  const path = await recording(sessionId);
  if (bytes.length > 0) await patch(path, 0, bytes);
  return path;
}
