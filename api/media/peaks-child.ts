import { createPeaks } from '#wasm/waveform/peaks.ts';
import type { PcmFile } from './pcm-file.ts';
import { answerParent } from '#api/lib/run-process.ts';
import { readPcm } from './pcm-reader.ts';

export type PeaksTask = { pcm: PcmFile; sampleRate: number; rate: number };

answerParent(async ({ pcm, sampleRate, rate }: PeaksTask): Promise<Uint8Array> => {
  const peaks = createPeaks({ sampleRate, channels: 1, rate });
  for (const block of readPcm(pcm)) peaks.push(block);
  return new Uint8Array(peaks.finish().buffer);
});
