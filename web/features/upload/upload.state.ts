import { proxy, ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { ApiError, problemOf } from '#web/lib/api-error.ts';
import { createTrim, type Trim } from '#web/features/trim/index.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { mp3FrameS } from '#workers/encode/encode.contract.ts';
import type { EncodedMp3, Mp3Draft } from '#workers/encode/encode.contract.ts';
import { isSameSettings } from '#workers/keep/keep.contract.ts';
import type { FileFacts, KeepRefusal } from '#workers/keep/keep.contract.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { createKeptFinder } from './kept/kept-finder.ts';
import { isSoundReadable } from './kept/kept-work-store.ts';
import { describeKept, readEdits } from './kept/kept-work.rules.ts';
import type { FoundEdits, KeptEdits } from './kept/kept-work.rules.ts';
import { planOutput } from './review/output.rules.ts';
import type { Output } from './review/output.rules.ts';
import type { SendingFile } from './send/send-file.ts';
import { createResultMaker } from './review/result-maker.ts';
import { mp3Name, toMetadata } from './send/upload-metadata.rules.ts';
import {
  canRetry,
  joined,
  mustRestart,
  offerFor,
  reduceUpload,
  refusalOf,
  startState,
} from './upload.rules.ts';
import type { UploadEvent, UploadPass, UploadSight, UploadState } from './upload.rules.ts';

import type { Upload, UploadDeps } from './upload-shape.ts';

export type { Upload, UploadDeps } from './upload-shape.ts';

/** A smaller file cannot last 2:30 h in any codec, so its length is not probed before the analysis. */
const leastLongBytes = 4_000_000;

/** Uploads one recording of a session. Disposing stops the running step. */
export function createUpload(deps: UploadDeps): Upload {
  // `ref`: workers accept plain objects only, no proxies.
  const state = proxy<UploadState>({ ...startState, settings: ref(deps.settings) });
  const { keeping } = deps;
  let file: File | null = null;
  /** Name, size and date of the file; also known after a reload, without the file itself. */
  let facts: FileFacts | null = null;
  let draft: Mp3Draft | null = null;
  let trim: Trim | null = null;
  let stopWatching = () => {};
  const maker = createResultMaker(deps);
  let running: AbortController | null = null;
  let sending: SendingFile | null = null;
  let saves = 0;
  let notKept: KeepRefusal | null = null;

  const apply = (event: UploadEvent) => {
    Object.assign(state, reduceUpload(state, event));
  };
  const stop = () => {
    running?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    running = null;
  };
  const letGo = () => {
    stopWatching();
    maker.forget();
    trim = file = facts = draft = null;
  };

  /** Aborts the running step and starts the next. A failure becomes a problem, unless the step was aborted. */
  async function run(step: (signal: AbortSignal) => Promise<void>): Promise<void> {
    stop();
    const controller = new AbortController();
    running = controller;
    try {
      await step(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      deps.onFailure(error);
      if (error instanceof LostSound) await loseSound();
      else apply({ type: 'failed', ...problemOf(error) });
    } finally {
      if (running === controller) running = null;
    }
  }

  const editsOf = (own: Trim): KeptEdits => {
    const { loudness, settings } = state;
    const chosen = isSameSettings(settings, deps.settings) ? {} : { settings: { ...settings } };
    return { trim: own.edits(), loudness, ...chosen };
  };
  /** Stores the edits without delay, since the page may be reloaded at any moment. */
  const saveEdits = async () => {
    if (!trim || !facts) return;
    const mine = ++saves;
    const isSaved = await keeping.saveEdits(facts, editsOf(trim));
    if (mine === saves) state.notKept = notKept ?? (isSaved ? null : 'full');
  };
  const onEdited = () => {
    apply({ type: 'edited' });
    void saveEdits();
  };

  function review(analysis: Analysis, found: FoundEdits): void {
    const { durationS, speech } = analysis;
    const { settings } = deps;
    const edits = readEdits(found, { durationS, settings });
    const { loudness } = edits;
    trim = createTrim({ durationS, speech, frameS: mp3FrameS(settings), initial: edits.trim });
    // `true`: called synchronously, before the page can be closed.
    const ends = [
      subscribeKey(trim.state, 'kept', onEdited, true),
      subscribeKey(trim.state, 'pauseS', () => void saveEdits(), true),
    ];
    stopWatching = () => ends.forEach((end) => end());
    Object.assign(state, { loudness, settings: ref(edits.settings ?? settings), notKept });
    state.areCutsLost = edits.areLost;
    // `ref`: the analysis is large and never changes.
    apply({ type: 'analysed', analysis: ref(analysis) });
    // Earlier versions of the page stored the edits with the recording: these move to the present store.
    if (found.value !== null && !edits.areLost) void saveEdits();
  }

  const progress =
    (signal: AbortSignal) =>
    (pass: UploadPass & Partial<UploadSight>): void => {
      if (signal.aborted) return;
      const { positionS, durationS, peaks, speech } = pass;
      const seen = state.sight?.peaks ?? new Int8Array(0);
      const sight = peaks && speech ? { sight: ref({ peaks: joined(seen, peaks), speech }) } : {};
      apply({ type: 'passed', pass: { positionS, durationS }, ...sight });
    };

  const analyse = (chosen: File, { isAgreed }: { isAgreed: boolean }) =>
    run(async (signal) => {
      const named = { name: chosen.name, bytes: chosen.size };
      apply({ type: 'chosen', file: named });
      if (!isAgreed && chosen.size > leastLongBytes) {
        const { durationS } = await deps.probe(chosen, { signal });
        const limit = { durationS, maxBytes: deps.maxBytes, bitrate: state.settings.bitrate };
        const offer = offerFor(chosen, limit);
        if (offer) return apply({ type: 'offered', file: named, offer });
      }
      // The kept work of this file must be read before the new analysis replaces it.
      await finder.settled();
      const keep = await keeping.keep();
      signal.throwIfAborted();
      const options = { signal, onProgress: progress(signal), encode: state.settings, keep };
      const edits = await keeping.takeUp(factsOf(chosen), finder.found());
      const analysis = await deps.analyse(chosen, options);
      const refusal = keep ? keep.refusal : await keeping.refusal();
      signal.throwIfAborted();
      notKept = analysis.isKept ? null : (refusal ?? 'none');
      draft = analysis.draft;
      facts = factsOf(chosen);
      review(analysis, edits);
    });

  const finder = createKeptFinder({
    keeping,
    onFailure: deps.onFailure,
    onFound(kept, refusal) {
      if (state.stage !== 'choose') return;
      state.kept = kept && ref(describeKept(kept, deps.settings));
      state.notKept = refusal;
    },
  });
  const lookAgainAfter = (change: Promise<void>) => {
    state.kept = null;
    finder.lookAgainAfter(change);
  };

  /** The kept audio cannot be read: goes back to the choice of a file. The edits stay and apply to the same file again. */
  async function loseSound(): Promise<void> {
    const before = finder.found();
    if (!before || !trim) return;
    const edits = { value: editsOf(trim), areLost: state.areCutsLost };
    const kept = { ...before, draft: null, isDraftLost: true, chunks: [], edits };
    finder.replace(kept);
    letGo();
    apply({ type: 'lost' });
    Object.assign(state, {
      settings: ref(deps.settings),
      kept: ref(describeKept(kept, deps.settings)),
    });
    await keeping.dropSound();
  }

  const output = (): Output | null => {
    const { analysis, settings, loudness } = state;
    if (!analysis || !trim || !state.file) return null;
    const { container, codec, hasOwnFrames, durationS } = analysis;
    return planOutput({
      file: file ? state.file : null,
      container,
      codec,
      hasOwnFrames,
      durationS,
      settings,
      loudness,
      keptS: trim.state.keptS,
      maxBytes: deps.maxBytes,
    });
  };

  async function make(analysis: Analysis, signal: AbortSignal): Promise<EncodedMp3> {
    const plan = output();
    if (!plan || !trim) throw new Error('Nothing was analysed.');
    const edits = { kept: trim.kept() && trim.edits().kept, loudness: state.loudness };
    const onStart = () => apply({ type: 'encoding' });
    const onProgress = progress(signal);
    const source = { file, analysis, draft };
    const making = maker.make(source, { edits, plan }, { signal, onStart, onProgress });
    const mp3 = await making.catch(async (error: unknown) => {
      const isLost = !file && draft && !signal.aborted && !(await isSoundReadable(draft));
      throw isLost ? new LostSound('The sound of a reload.', { cause: error }) : error;
    });
    apply({ type: 'encoded', bytes: mp3.bytes, durationS: mp3.durationS });
    return mp3;
  }

  const transfer = (name: string, analysis: Analysis) =>
    run(async (signal) => {
      const sound = await make(analysis, signal);
      const metadata = { session_id: deps.sessionId, file_name: mp3Name(name), file_type: 'audio/mpeg' };
      const { sha256 } = sound;
      try {
        apply({ type: 'sending', bytesTotal: sound.bytes, atMs: deps.now() });
        const onState = (send: SendState) => !signal.aborted && apply({ type: 'sent', send });
        sending = deps.send(sound.mp3, { metadata, sha256, signal, onState });
        await sending.done;
        const parts = state.sending?.partsStored ?? 0;
        apply({ type: 'completing' });
        const told = toMetadata({ sound, analysis, parts });
        await deps.complete(told.metadata, told.peaks, signal);
        apply({ type: 'completed' });
        deps.forget({ metadata, sha256 });
        if (facts) await keeping.discard(facts);
      } catch (error) {
        const { code } = problemOf(error);
        // The session has other audio, from another tab or device: another try would fail in the same way.
        if (code === 'recording.digest_mismatch' && sending?.hadSound())
          throw new ApiError('upload.already_complete', 409, null, error);
        if (!signal.aborted && mustRestart(code)) {
          deps.forget({ metadata, sha256 });
          state.sending = null;
        }
        throw error;
      } finally {
        sending = null;
      }
    });

  const upload: Upload = {
    state,
    file: () => file,
    draft: () => draft,
    trim: () => trim,
    output,
    async choose(files) {
      const code = refusalOf(files);
      const [chosen] = files;
      letGo();
      if (code || !chosen) {
        stop();
        return apply({ type: 'refused', code: code ?? 'upload.selection_none' });
      }
      file = chosen;
      await analyse(chosen, { isAgreed: false });
    },
    async accept() {
      if (file && state.stage === 'offer') await analyse(file, { isAgreed: true });
    },
    resume() {
      const kept = finder.found();
      if (!kept?.analysis || state.stage !== 'choose') return;
      draft = kept.draft;
      facts = kept.file;
      notKept = null;
      apply({ type: 'chosen', file: { name: kept.file.name, bytes: kept.file.bytes } });
      review(kept.analysis, kept.edits);
    },
    setLoudness(loudness) {
      state.loudness = loudness;
      onEdited();
    },
    setSettings(settings) {
      state.settings = ref(settings);
      onEdited();
    },
    async wholeMp3() {
      const { analysis, settings } = state;
      if (!analysis) throw new Error('Nothing was analysed.');
      return await maker.whole({ file, analysis, draft }, settings);
    },
    result: () => (state.encoded ? maker.result() : null),
    async listen(to) {
      const { analysis } = state;
      if (!analysis || state.stage !== 'review') return;
      state.listening = to;
      if (to === 'recording') return;
      await run(async (signal) => {
        await make(analysis, signal);
        apply({ type: 'prepared' });
      });
    },
    async send() {
      const { analysis, problem, file: named } = state;
      if (!named || !analysis || !trim || output()?.obstacle || (problem && !canRetry(problem))) return;
      await transfer(named.name, analysis);
    },
    async retry() {
      if (state.analysis) await upload.send();
      else if (file) await analyse(file, { isAgreed: true });
    },
    retryNow: () => sending?.retryNow(),
    stopSending: () => sending?.stop(),
    resumeSending: () => sending?.resume(),
    cancel() {
      stop();
      apply({ type: 'cancelled' });
      if (state.stage !== 'choose') return;
      letGo();
      lookAgainAfter(Promise.resolve());
    },
    discard() {
      stop();
      const gone = file ? factsOf(file) : (facts ?? finder.found()?.file);
      letGo();
      Object.assign(state, startState, { settings: ref(deps.settings) });
      // Deletes the work of this file only: discarding a file over the limits keeps that of another file.
      lookAgainAfter(gone ? keeping.discard(gone) : Promise.resolve());
    },
    [Symbol.dispose]() {
      stop();
      letGo();
      Object.assign(state, startState);
      finder[Symbol.dispose]();
      keeping[Symbol.dispose]();
    },
  };

  return upload;
}

const factsOf = (file: File): FileFacts => ({
  name: file.name,
  bytes: file.size,
  lastModifiedMs: file.lastModified,
});

class LostSound extends Error {}
