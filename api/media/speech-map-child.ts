import type { PcmFile } from './pcm-file.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import { loadKernel } from '../../tools/kernel.ts';
import type { Span } from '#wasm/transcription/plan-windows.ts';
import { answerParent } from '#api/lib/run-process.ts';
import { readPcm } from './pcm-reader.ts';

/** Finds the regions of speech in one file. */
answerParent(async (pcm: PcmFile): Promise<Span[]> => {
  const activity = createVoiceActivity({ detect: loadKernel().createDetect() });
  for (const block of readPcm(pcm)) await activity.push(block);
  return await activity.finish();
});
