import { ref } from 'valtio';
import type { LocalWorkFinder } from './local/local-work-finder.ts';
import { describeLocalWork } from './local/local-work.rules.ts';
import type { Steps } from './steps.ts';
import { apply } from './upload-events.ts';
import type { UploadRecording } from './upload-recording.ts';
import type { Upload, UploadDeps } from './upload-shape.ts';
import { refusalOf, startState } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';

type UploadChoice = Pick<Upload, 'choose' | 'accept' | 'resume' | 'cancel' | 'discard'> & {
  /** Analyses the chosen file again after a failure. */
  again(): Promise<void>;
  /**
   * Goes back to the choice of a file, because the stored audio cannot be read. The edits stay, and apply again if the
   * same file is chosen.
   */
  loseSound(): Promise<void>;
};

type ChoiceDeps = Pick<UploadDeps, 'localWork' | 'settings' | 'fileDraft'> &
  Pick<Upload, 'wholeMp3'> & {
    state: UploadState;
    steps: Steps;
    recording: UploadRecording;
    finder: LocalWorkFinder;
    analyse(file: File, isAgreed: boolean): Promise<void>;
  };

/** Chooses the recording: a file, or the work that an earlier page has stored on this device. */
export function createUploadChoice(deps: ChoiceDeps): UploadChoice {
  const { state, steps, recording, finder, localWork, settings, analyse } = deps;
  const lookAgainAfter = (change: Promise<void>) => {
    state.localWork = null;
    finder.lookAgainAfter(change);
  };
  return {
    async choose(files, hasFolder = false) {
      const code = refusalOf(files, hasFolder);
      const [chosen] = files;
      recording.clear();
      if (code || !chosen) {
        steps.stop();
        return apply(state, { type: 'refused', code: code ?? 'upload.selection_none' });
      }
      recording.choose(chosen);
      await analyse(chosen, false);
    },
    async accept() {
      const file = recording.file();
      if (file && state.stage === 'offer') await analyse(file, true);
    },
    async again() {
      const file = recording.file();
      if (file) await analyse(file, true);
    },
    resume() {
      const found = finder.found();
      if (!found?.analysis || state.stage !== 'choose') return;
      const { file: facts, analysis, draft, edits } = found;
      apply(state, { type: 'chosen', file: { name: facts.name, bytes: facts.bytes } });
      recording.review({ facts, analysis, draft, notStored: null }, edits);
      if (draft) deps.fileDraft.begin(async () => new File([await deps.wholeMp3()], facts.name));
    },
    cancel() {
      steps.stop();
      apply(state, { type: 'cancelled' });
      if (state.stage !== 'choose') return;
      recording.clear();
      lookAgainAfter(Promise.resolve());
    },
    discard() {
      steps.stop();
      const gone = recording.facts() ?? finder.found()?.file;
      recording.clear();
      Object.assign(state, startState, { settings: ref(settings) });
      // Only the work of this file is deleted. If a file over the limits is discarded, the work of another file stays.
      lookAgainAfter(gone ? localWork.discard(gone) : Promise.resolve());
    },
    async loseSound() {
      const before = finder.found();
      const value = recording.edits();
      if (!before || !value) return;
      const edits = { value, areLost: state.areCutsLost };
      const left = { ...before, draft: null, isDraftLost: true, chunks: [], edits };
      finder.replace(left);
      recording.clear();
      apply(state, { type: 'lost' });
      Object.assign(state, { settings: ref(settings), localWork: ref(describeLocalWork(left, settings)) });
      await localWork.dropSound();
    },
  };
}
