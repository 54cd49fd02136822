import { open } from 'node:fs/promises';
import { pcmBytesPerSample, pcmSampleRate } from '#api/media/media.ts';
import { frameLevels, levelFrameS } from '#wasm/windows/frame-levels.ts';
import type { PcmFile } from './engine.ts';

const frameSamples = pcmSampleRate * levelFrameS;
// 32 s of sound at a time: the event loop is never held up for more than some ms
const blockFrames = 1_600;

/** Levels of the whole recording (`wasm/windows`), read block by block. */
export async function readLevels({ path, samples }: PcmFile, signal: AbortSignal): Promise<Float32Array> {
  const levels = new Float32Array(Math.floor(samples / frameSamples));
  const block = new Int16Array(blockFrames * frameSamples);
  const bytes = Buffer.from(block.buffer);
  const file = await open(path, 'r');
  try {
    for (let frame = 0; frame < levels.length; frame += blockFrames) {
      signal.throwIfAborted();
      const position = frame * frameSamples * pcmBytesPerSample;
      const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
      const read = block.subarray(0, Math.floor(bytesRead / pcmBytesPerSample));
      levels.set(frameLevels(read, pcmSampleRate).subarray(0, levels.length - frame), frame);
    }
  } finally {
    await file.close();
  }
  return levels;
}
