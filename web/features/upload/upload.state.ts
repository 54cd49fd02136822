import { proxy, ref } from 'valtio';
import { problemOf } from '#web/lib/api-error.ts';
import { analyseChosen } from './file/analyse-chosen.ts';
import { createLocalWorkFinder } from './local/local-work-finder.ts';
import { describeLocalWork } from './local/local-work.rules.ts';
import { createUploadResult, LostSound } from './review/upload-result.ts';
import { createTransfer } from './send/transfer.ts';
import { createSteps } from './steps.ts';
import { createUploadChoice } from './upload-choice.ts';
import { apply } from './upload-events.ts';
import { createUploadRecording } from './upload-recording.ts';
import type { Upload, UploadDeps } from './upload-shape.ts';
import { canRetry, startState } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';

export type { Upload, UploadDeps } from './upload-shape.ts';

/** Uploads one recording of a session. Disposing stops the running step. */
export function createUpload(deps: UploadDeps): Upload {
  const { localWork, onFailure } = deps;
  // `ref` prevents proxies, because workers accept plain objects only.
  const state = proxy<UploadState>({ ...startState, settings: ref(deps.settings) });
  const recording = createUploadRecording({ ...deps, state, onCleared: () => result.forget() });
  const result = createUploadResult({ ...deps, state, recording });
  const steps = createSteps(async (error) => {
    onFailure(error);
    if (error instanceof LostSound) await choice.loseSound();
    else apply(state, { type: 'failed', ...problemOf(error) });
  });
  const finder = createLocalWorkFinder({
    localWork,
    onFailure,
    onFound(found, refusal) {
      if (state.stage !== 'choose') return;
      state.localWork = found && ref(describeLocalWork(found, deps.settings));
      state.notStored = refusal;
    },
  });
  const analyse = (file: File, isAgreed: boolean) =>
    steps.run((signal) => analyseChosen(file, { isAgreed, signal }, { ...deps, state, finder, recording }));
  const choice = createUploadChoice({ ...deps, state, steps, recording, finder, analyse });
  const transfer = createTransfer({ ...deps, state, onCompleted: recording.discardLocal });

  async function listen(to: UploadState['listening']): Promise<void> {
    const { analysis } = state;
    if (!analysis || state.stage !== 'review') return;
    state.listening = to;
    if (to === 'recording') return;
    await steps.run(async (signal) => {
      await result.make(analysis, signal);
      apply(state, { type: 'prepared' });
    });
  }
  async function send(): Promise<void> {
    const { analysis, problem, file } = state;
    if (!file || !analysis || !recording.trim()) return;
    if (result.output()?.obstacle || (problem && !canRetry(problem))) return;
    await steps.run(async (signal) => {
      const sound = await result.make(analysis, signal);
      await transfer.run({ name: file.name, analysis, sound }, signal);
    });
  }

  const { choose, accept, resume, cancel, discard } = choice;
  const { file, draft, trim, setLoudness, setSettings } = recording;
  const { output, wholeMp3 } = result;
  const { retryNow, stopSending, resumeSending } = transfer;

  return {
    state,
    file,
    draft,
    trim,
    output,
    choose,
    accept,
    resume,
    setLoudness,
    setSettings,
    wholeMp3,
    result: result.result,
    listen,
    send,
    retry: () => (state.analysis ? send() : choice.again()),
    retryNow,
    stopSending,
    resumeSending,
    cancel,
    discard,
    [Symbol.dispose]() {
      steps.stop();
      recording.clear();
      Object.assign(state, startState);
      finder[Symbol.dispose]();
      localWork[Symbol.dispose]();
    },
  };
}
