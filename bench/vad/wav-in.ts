import { readFileSync } from 'node:fs';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import { decodeNative } from '../quality/clean-set.ts';

const maxS = 3_600;

/** Reads a plain wav directly and other files with ffmpeg. Downmixes and resamples to 16 kHz as the product does. */
export function readVoice(path: string): Float32Array {
  const bytes = path.endsWith('.wav') ? readFileSync(path) : null;
  // Plain means 16 bit or floating point (32 bit). The field is at byte 34 if `fmt ` is the first chunk.
  const isPlain =
    bytes && [16, 32].includes(bytes.readUInt16LE(34)) && bytes.toString('latin1', 12, 16) === 'fmt ';
  const sound = isPlain ? fromWav(bytes) : decodeNative(path, maxS);
  const downmix = createDownmix(sound);
  const resampler = createMonoResampler({ sampleRate: sound.sampleRate, channels: 1, targetRate: voiceRate });
  const parts = [downmix.push(sound.samples), downmix.finish()].map((mono) => resampler.push(mono));
  parts.push(resampler.finish());
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
