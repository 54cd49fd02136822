import { pcmSampleRate, type PcmFile } from './pcm-file.ts';
import { frameLevels, levelFrameS } from '#wasm/transcription/frame-levels.ts';
import { pcmBlocks } from './pcm-blocks.ts';

const frameSamples = pcmSampleRate * levelFrameS;
// A block has 32 s of audio, so that no block occupies the event loop for more than some ms.
const blockFrames = 1_600;

export async function readLevels(pcm: PcmFile, signal: AbortSignal): Promise<Float32Array> {
  const levels = new Float32Array(Math.floor(pcm.samples / frameSamples));
  let frame = 0;
  for await (const block of pcmBlocks(pcm, blockFrames * frameSamples, signal)) {
    levels.set(frameLevels(block, pcmSampleRate).subarray(0, levels.length - frame), frame);
    frame += blockFrames;
  }
  return levels;
}
