import { closeSync, openSync, readSync } from 'node:fs';
import type { PcmFile } from './pcm-file.ts';

const blockSamples = 16_384;

/**
 * Yields the samples of a file, −1 to 1. Each block is valid only until the next one. The file is read synchronously,
 * so this is for child processes only.
 */
export function* readPcm({ path, samples }: PcmFile): Generator<Float32Array<ArrayBuffer>> {
  const block = new Int16Array(blockSamples);
  const floats = new Float32Array(blockSamples);
  const file = openSync(path, 'r');
  try {
    for (let at = 0; at < samples;) {
      const wanted = Math.min(blockSamples, samples - at);
      const bytes = readSync(file, block, 0, wanted * 2, at * 2);
      const count = Math.floor(bytes / 2);
      if (count === 0) return;
      for (let i = 0; i < count; i++) floats[i] = block[i]! / 32_768;
      yield floats.subarray(0, count);
      at += count;
    }
  } finally {
    closeSync(file);
  }
}
