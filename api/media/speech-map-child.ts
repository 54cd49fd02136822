import type { PcmFile } from './pcm-file.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { answerParent } from '#api/lib/run-process.ts';
import { loadKernel } from './kernel.ts';
import { readPcm } from './pcm-reader.ts';

answerParent(async (pcm: PcmFile): Promise<TimeSpan[]> => {
  const activity = createVoiceActivity({ detect: loadKernel().createDetect() });
  for (const block of readPcm(pcm)) await activity.push(block);
  return await activity.finish();
});
