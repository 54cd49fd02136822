import { ref } from 'valtio';
import type { KeptFinder } from './kept/kept-finder.ts';
import { describeKept } from './kept/kept-work.rules.ts';
import type { Steps } from './steps.ts';
import { apply } from './upload-events.ts';
import type { UploadRecording } from './upload-recording.ts';
import type { Upload, UploadDeps } from './upload-shape.ts';
import { refusalOf, startState } from './upload.rules.ts';
import type { UploadState } from './upload.rules.ts';

type UploadChoice = Pick<Upload, 'choose' | 'accept' | 'resume' | 'cancel' | 'discard'> & {
  /** Analyses the chosen file again, after a failure. */
  again(): Promise<void>;
  /** The kept audio cannot be read: goes back to the choice of a file. The edits stay and apply to the same file again. */
  loseSound(): Promise<void>;
};

type ChoiceDeps = Pick<UploadDeps, 'keeping' | 'settings'> & {
  state: UploadState;
  steps: Steps;
  recording: UploadRecording;
  finder: KeptFinder;
  analyse(file: File, isAgreed: boolean): Promise<void>;
};

/** The choice of the recording: a file, or the work that an earlier page has kept on this device. */
export function createUploadChoice(deps: ChoiceDeps): UploadChoice {
  const { state, steps, recording, finder, keeping, settings, analyse } = deps;
  const lookAgainAfter = (change: Promise<void>) => {
    state.kept = null;
    finder.lookAgainAfter(change);
  };
  return {
    async choose(files) {
      const code = refusalOf(files);
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
      const kept = finder.found();
      if (!kept?.analysis || state.stage !== 'choose') return;
      const { file: facts, analysis, draft, edits } = kept;
      apply(state, { type: 'chosen', file: { name: facts.name, bytes: facts.bytes } });
      recording.review({ facts, analysis, draft, notKept: null }, edits);
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
      // Deletes the work of this file only: discarding a file over the limits keeps that of another file.
      lookAgainAfter(gone ? keeping.discard(gone) : Promise.resolve());
    },
    async loseSound() {
      const before = finder.found();
      const value = recording.edits();
      if (!before || !value) return;
      const edits = { value, areLost: state.areCutsLost };
      const kept = { ...before, draft: null, isDraftLost: true, chunks: [], edits };
      finder.replace(kept);
      recording.clear();
      apply(state, { type: 'lost' });
      Object.assign(state, { settings: ref(settings), kept: ref(describeKept(kept, settings)) });
      await keeping.dropSound();
    },
  };
}
