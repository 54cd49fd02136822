import { ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { createTrim, type Trim } from '#web/features/trim/index.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { mp3FrameS } from '#workers/encode/encode.contract.ts';
import type { Mp3Draft } from '#workers/encode/encode.contract.ts';
import { isSameSettings } from '#workers/keep/keep.contract.ts';
import { factsOf, type FileFacts, type KeepRefusal } from '#workers/keep/keep.contract.ts';
import { readEdits } from './local/local-work.rules.ts';
import type { FoundEdits, LocalEdits } from './local/local-work.rules.ts';
import { apply } from './upload-events.ts';
import type { Upload, UploadDeps } from './upload-shape.ts';
import type { UploadState } from './upload.rules.ts';

export type Analysed = {
  facts: FileFacts;
  analysis: Analysis;
  draft: Mp3Draft | null;
  /** Why a reload would not find the analysis and the mp3 again. Null if it would find them. */
  notStored: KeepRefusal | null;
};

export type UploadRecording = Pick<Upload, 'file' | 'draft' | 'trim' | 'setLoudness' | 'setSettings'> & {
  /** Returns name, size and date of the file. They are also known after a reload, when the file itself is missing. */
  facts(): FileFacts | null;
  /** Returns the edits made so far; null before the review. */
  edits(): LocalEdits | null;
  choose(file: File): void;
  /** Begins the review with the edits found on this device. From then on each edit is stored there. */
  review(analysed: Analysed, found: FoundEdits): void;
  /** Deletes the work on this recording that is stored on this device. */
  discardLocal(): Promise<void>;
  clear(): void;
};

type RecordingDeps = Pick<UploadDeps, 'localWork' | 'settings'> & {
  state: UploadState;
  onCleared(): void;
};

/** Holds the recording that is uploaded: its file, its mp3 draft, and the edits of the person. */
export function createUploadRecording({ state, onCleared, ...deps }: RecordingDeps): UploadRecording {
  let file: File | null = null;
  let facts: FileFacts | null = null;
  let draft: Mp3Draft | null = null;
  let trim: Trim | null = null;
  let notStored: KeepRefusal | null = null;
  let stopWatching = () => {};
  let saves = 0;

  const edits = (): LocalEdits | null => {
    const { loudness, settings } = state;
    const chosen = isSameSettings(settings, deps.settings) ? {} : { settings: { ...settings } };
    return trim && { trim: trim.edits(), loudness, ...chosen };
  };
  /** Stores the edits without delay, because the page may be reloaded at any moment. */
  const saveEdits = async () => {
    const made = edits();
    if (!made || !facts) return;
    const mine = ++saves;
    const refusal = await deps.localWork.saveEdits(facts, made);
    if (mine === saves) state.notStored = notStored ?? refusal;
  };
  const onEdited = () => {
    apply(state, { type: 'edited' });
    void saveEdits();
  };
  /**
   * Stores the edits after each change. With `true` the listeners are called synchronously, before the page can be
   * closed.
   */
  const watch = (watched: Trim) => {
    const ends = [
      subscribeKey(watched.state, 'kept', onEdited, true),
      subscribeKey(watched.state, 'pauseS', () => void saveEdits(), true),
    ];
    stopWatching = () => ends.forEach((end) => end());
  };

  return {
    file: () => file,
    facts: () => facts,
    draft: () => draft,
    trim: () => trim,
    edits,
    choose(chosen) {
      file = chosen;
      facts = factsOf(chosen);
    },
    review({ analysis, ...analysed }, found) {
      ({ facts, draft, notStored } = analysed);
      const { durationS, speech } = analysis;
      const { settings } = deps;
      const read = readEdits(found, { durationS, settings });
      trim = createTrim({ durationS, speech, frameS: mp3FrameS(settings), initial: read.trim });
      watch(trim);
      Object.assign(state, { loudness: read.loudness, settings: ref(read.settings ?? settings), notStored });
      state.areCutsLost = read.areLost;
      // `ref` prevents a proxy for the analysis, which is large and never changes.
      apply(state, { type: 'analysed', analysis: ref(analysis) });
      // Earlier versions of the page stored the edits with the recording. Such edits move to the current store.
      if (found.value !== null && !read.areLost) void saveEdits();
    },
    setLoudness(loudness) {
      state.loudness = loudness;
      onEdited();
    },
    setSettings(settings) {
      state.settings = ref(settings);
      onEdited();
    },
    async discardLocal() {
      if (facts) await deps.localWork.discard(facts);
    },
    clear() {
      stopWatching();
      onCleared();
      trim = file = facts = draft = null;
    },
  };
}
