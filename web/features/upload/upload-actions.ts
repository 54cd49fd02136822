import type { UploadResult } from './review/upload-result.ts';
import type { Transfer } from './send/transfer.ts';
import type { Steps } from './steps.ts';
import { apply } from './upload-events.ts';
import type { UploadRecording } from './upload-recording.ts';
import type { Upload } from './upload-shape.ts';
import { canRetry } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';

type ActionsDeps = {
  state: UploadState;
  steps: Steps;
  result: UploadResult;
  recording: UploadRecording;
  transfer: Transfer;
};

/** What a person does with the analysed recording: hears it, and sends it. */
export function createUploadActions(deps: ActionsDeps): Pick<Upload, 'listen' | 'send'> {
  const { state, steps, result, recording, transfer } = deps;
  return {
    async listen(to) {
      const { analysis } = state;
      if (!analysis || state.stage !== 'review') return;
      state.listening = to;
      if (to === 'recording') return;
      await steps.run(async (signal) => {
        await result.make(analysis, signal);
        apply(state, { type: 'prepared' });
      });
    },
    async send() {
      const { analysis, problem, file } = state;
      if (!file || !analysis || !recording.trim()) return;
      if (result.output()?.obstacle || (problem && !canRetry(problem))) return;
      await steps.run(async (signal) => {
        const sound = await result.make(analysis, signal);
        await transfer.run({ name: file.name, analysis, sound }, signal);
      });
    },
  };
}
