import { limits } from '#api/contract/limits.ts';
import { type PcmFile, pcmSampleRate } from './pcm-file.ts';
import type { PeaksTask } from './peaks-child.ts';
import { runProcess } from '#api/lib/run-process.ts';

/**
 * Returns the peaks of decoded audio that was uploaded without peaks: pairs of signed 8-bit values (min, max),
 * `limits.peaksRate` per second. They are computed in a child process.
 * @throws the signal's reason
 */
export function readPeaks(pcm: PcmFile, signal: AbortSignal): Promise<Uint8Array> {
  const task: PeaksTask = { pcm, sampleRate: pcmSampleRate, rate: limits.peaksRate };
  return runProcess<Uint8Array>(new URL('./peaks-child.ts', import.meta.url), task, signal);
}
