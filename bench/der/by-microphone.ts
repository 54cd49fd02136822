import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeToPcm } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import type { Mp3Settings } from '#wasm/mp3/format.ts';
import { createIntake } from '#workers/recorder/capture/intake.ts';
import { createMp3Encoder, startTag } from '#workers/recorder/mp3-stream.ts';

const microphoneRate = 48_000;
// Block size of the capture worklet, frames.
const blockFrames = 1_024;
const recorded: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };

/**
 * Simulates a recording of 16 kHz sound by a microphone: `beforeS` of silence before it, 48 kHz stereo, downmixed and
 * encoded by the code of the recorder. Returns the decoded sound.
 */
export async function hearByMicrophone(samples: Float32Array, beforeS: number): Promise<Float32Array> {
  const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  const encoder = await createMp3Encoder(await WebAssembly.compile(await readFile(wasm)));
  const stream = encoder.begin(recorded);
  const intake = createIntake(microphoneRate);
  const parts: Uint8Array[] = [startTag(recorded)];
  for (const block of stereoBlocks(samples, beforeS))
    parts.push(stream.push(intake.record(block, recorded.sampleRate)));
  parts.push(stream.push(intake.cut()), stream.finish());
  const folder = await mkdtemp(join(tmpdir(), 'by-microphone-'));
  try {
    const [input, output] = [join(folder, 'in.mp3'), join(folder, 'out.pcm')];
    await writeFile(input, Buffer.concat(parts));
    await decodeToPcm({ input, output, maxS: samples.length / pcmSampleRate + beforeS + 1 });
    const pcm = await readFile(output);
    return Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(i * 2) / 32_768);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function* stereoBlocks(samples: Float32Array, beforeS: number): Generator<Float32Array> {
  const resampler = createMonoResampler({
    sampleRate: pcmSampleRate,
    channels: 1,
    targetRate: microphoneRate,
  });
  const [said, rest] = [resampler.push(samples), resampler.finish()];
  const before = Math.round(beforeS * microphoneRate);
  const all = new Float32Array(before + said.length + rest.length);
  all.set(said, before);
  all.set(rest, before + said.length);
  for (let at = 0; at < all.length; at += blockFrames) {
    const block = all.subarray(at, at + blockFrames);
    yield Float32Array.from({ length: block.length * 2 }, (_, i) => block[i >> 1]!);
  }
}
