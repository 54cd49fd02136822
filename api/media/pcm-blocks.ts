import { open } from 'node:fs/promises';
import { pcmBytesPerSample, type PcmFile } from './pcm-file.ts';

/**
 * Reads a file in blocks of `blockSamples`; the last one is shorter. Each block is valid only until the next one is
 * read.
 * @throws the signal's reason
 */
export async function* pcmBlocks(
  { path, samples }: PcmFile,
  blockSamples: number,
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const block = new Int16Array(blockSamples);
  const bytes = Buffer.from(block.buffer);
  const file = await open(path, 'r');
  try {
    for (let at = 0; at < samples;) {
      signal.throwIfAborted();
      const wanted = Math.min(blockSamples, samples - at) * pcmBytesPerSample;
      const { bytesRead } = await file.read(bytes, 0, wanted, at * pcmBytesPerSample);
      const read = Math.floor(bytesRead / pcmBytesPerSample);
      if (read === 0) return;
      yield block.subarray(0, read);
      at += read;
    }
  } finally {
    await file.close();
  }
}
