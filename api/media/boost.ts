import { type PcmFile, pcmSampleRate } from './pcm-file.ts';
import type { BoostReply, BoostTask } from './boost-child.ts';
import { toDiskError } from './media-error.ts';
import { runProcess } from '#api/lib/run-process.ts';

/**
 * Highest true peak after amplification. It leaves headroom for the inter-sample peaks of a decoder: EBU R 128 s1, AES
 * TD1008.1.21-9.
 */
const ceilingDbtp = -1;

/**
 * Amplifies decoded audio by a linear `factor` and writes it to the file `output`; the file of `pcm` stays unchanged. A
 * look-ahead limiter keeps the true peak at or below −1 dBTP. The work is done in a child process with constant memory.
 * With a factor of 1, nothing is written and `pcm` is returned.
 * @throws MediaError `transcription.disk_full`, the signal's reason
 */
export async function boostPcm(
  pcm: PcmFile,
  output: string,
  factor: number,
  signal: AbortSignal,
): Promise<PcmFile> {
  if (factor === 1) return pcm;
  const task: BoostTask = {
    pcm,
    output,
    ceilingDbtp,
    sampleRate: pcmSampleRate,
    gainDb: 20 * Math.log10(factor),
  };
  const reply = await runProcess<BoostReply>(new URL('./boost-child.ts', import.meta.url), task, signal);
  if ('diskError' in reply) throw toDiskError(reply.diskError);
  return { path: output, samples: reply.samples };
}
