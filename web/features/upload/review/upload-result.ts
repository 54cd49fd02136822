import { isSoundReadable } from '#web/features/upload/local/local-work-store.ts';
import { apply, progressOf } from '#web/features/upload/upload-events.ts';
import type { UploadRecording } from '#web/features/upload/upload-recording.ts';
import type { Upload, UploadDeps } from '#web/features/upload/upload-shape.ts';
import type { UploadState } from '#web/features/upload/upload.rules.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { EncodedMp3 } from '#workers/encode/encode.contract.ts';
import { planOutput } from './output.rules.ts';
import type { Output } from './output.rules.ts';
import { createResultMaker } from './result-maker.ts';

export type UploadResult = Pick<Upload, 'output' | 'wholeMp3' | 'result'> & {
  /** Makes the mp3 of the current edits, unless it is made already. Throws `LostSound` if the draft cannot be read. */
  make(analysis: Analysis, signal: AbortSignal): Promise<EncodedMp3>;
  /** Drops the mp3, because it belongs to another recording. */
  forget(): void;
};

type ResultDeps = Pick<UploadDeps, 'encode' | 'cut' | 'maxBytes'> & {
  state: UploadState;
  recording: UploadRecording;
};

/** Plans the mp3 that is sent, and makes it. */
export function createUploadResult({ state, recording, ...deps }: ResultDeps): UploadResult {
  const maker = createResultMaker(deps);

  const output = (): Output | null => {
    const { analysis, settings, loudness } = state;
    const trim = recording.trim();
    if (!analysis || !trim || !state.file) return null;
    const { container, codec, hasOwnFrames, durationS } = analysis;
    return planOutput({
      file: recording.file() ? state.file : null,
      container,
      codec,
      hasOwnFrames,
      durationS,
      settings,
      loudness,
      keptS: trim.state.keptS,
      maxBytes: deps.maxBytes(),
    });
  };

  return {
    output,
    result: () => (state.encoded ? maker.result() : null),
    forget: maker.forget,
    async wholeMp3() {
      const { analysis, settings } = state;
      if (!analysis) throw new Error('Nothing was analysed.');
      return await maker.whole({ file: recording.file(), analysis, draft: recording.draft() }, settings);
    },
    async make(analysis, signal) {
      const plan = output();
      const trim = recording.trim();
      if (!plan || !trim) throw new Error('Nothing was analysed.');
      const edits = { kept: trim.kept() && trim.edits().kept, loudness: state.loudness };
      const onStart = () => apply(state, { type: 'encoding' });
      const onProgress = progressOf(state, signal);
      const source = { file: recording.file(), analysis, draft: recording.draft() };
      const making = maker.make(source, { edits, plan }, { signal, onStart, onProgress });
      const mp3 = await making.catch(async (error: unknown) => {
        const { file, draft } = source;
        const isLost = !file && draft && !signal.aborted && !(await isSoundReadable(draft));
        throw isLost ? new LostSound('The sound of a reload.', { cause: error }) : error;
      });
      apply(state, { type: 'encoded', bytes: mp3.bytes, durationS: mp3.durationS });
      return mp3;
    },
  };
}

/** Says that the mp3 draft from before a reload cannot be read any more. */
export class LostSound extends Error {}
