import { closeSync, openSync, writeSync } from 'node:fs';
import type { PcmFile } from './pcm-file.ts';
import { createNormaliser } from '#wasm/loudness-target/normaliser.ts';
import { answerParent } from '#api/lib/run-process.ts';
import { readPcm } from './pcm-reader.ts';

export type BoostTask = {
  pcm: PcmFile;
  sampleRate: number;
  output: string;
  gainDb: number;
  ceilingDbtp: number;
};
export type BoostReply = { samples: number } | { diskError: string };

function boost({ pcm, sampleRate, gainDb, ceilingDbtp }: BoostTask, file: number): number {
  const limiter = createNormaliser({ sampleRate, gainDb, ceilingDbtp });
  let words = new Int16Array(0);
  let samples = 0;
  const write = (block: Float32Array) => {
    if (block.length > words.length) words = new Int16Array(block.length);
    for (let i = 0; i < block.length; i++) words[i] = Math.round(block[i]! * 32_768);
    const end = block.length * 2;
    for (let at = 0; at < end;) at += writeSync(file, new Uint8Array(words.buffer, at, end - at));
    samples += block.length;
  };
  for (const block of readPcm(pcm)) write(limiter.push(block));
  write(limiter.finish());
  return samples;
}

answerParent(async (task: BoostTask): Promise<BoostReply> => {
  const file = openSync(task.output, 'w');
  try {
    return { samples: boost(task, file) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    return { diskError: code };
  } finally {
    closeSync(file);
  }
});
