import { proxy, ref } from 'valtio';
import { problemOf } from '#web/lib/api-error.ts';
import { analyseChosen } from './file/analyse-chosen.ts';
import { createLocalWorkFinder } from './local/local-work-finder.ts';
import { describeLocalWork } from './local/local-work.rules.ts';
import { createUploadResult, LostSound } from './review/upload-result.ts';
import { createTransfer } from './send/transfer.ts';
import { createSteps } from './steps.ts';
import { createUploadActions } from './upload-actions.ts';
import { createUploadChoice } from './upload-choice.ts';
import { apply } from './upload-events.ts';
import { createUploadRecording } from './upload-recording.ts';
import type { Upload, UploadDeps } from './upload-shape.ts';
import { startState } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';

export type { Upload, UploadDeps } from './upload-shape.ts';

/** Uploads one recording of a session. Disposing stops the running step. */
export function createUpload(deps: UploadDeps): Upload {
  const { localWork, fileDraft, onFailure } = deps;
  // `ref` prevents proxies, because workers accept plain objects only.
  const state = proxy<UploadState>({ ...startState, settings: ref(deps.settings) });
  const onCleared = () => {
    result.forget();
    fileDraft.end();
  };
  const recording = createUploadRecording({ ...deps, state, onCleared });
  const result = createUploadResult({ ...deps, state, recording });
  const steps = createSteps(async (error) => {
    onFailure(error);
    // A sound that cannot be analysed has no draft either.
    if (!state.analysis) fileDraft.end();
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
  const { output, wholeMp3 } = result;
  const choice = createUploadChoice({ ...deps, state, steps, recording, finder, analyse, wholeMp3 });
  const transfer = createTransfer({ ...deps, state, onCompleted: recording.discardLocal });

  const { listen, send } = createUploadActions({ state, steps, result, recording, transfer });
  const { choose, accept, resume, cancel, discard } = choice;
  const { file, draft, trim, setLoudness, setSettings } = recording;
  const { retryNow, stopSending, resumeSending } = transfer;

  return {
    state,
    fileDraft,
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
      fileDraft[Symbol.dispose]();
      Object.assign(state, startState);
      finder[Symbol.dispose]();
      localWork[Symbol.dispose]();
    },
  };
}
