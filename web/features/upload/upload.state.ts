import { proxy, ref } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import { createTrim, readTrimEdits } from '#web/features/trim/trim.state.ts';
import type { Trim, TrimEdits } from '#web/features/trim/trim.state.ts';
import type { analyseFile } from '#workers/analysis/analysis.client.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { mp3FrameS } from '#workers/encode/encode.contract.ts';
import type { EncodedMp3, Loudness, Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { Keep } from '#workers/encode/keep.client.ts';
import { isSameFile } from '#workers/encode/keep.contract.ts';
import type { FileFacts, Kept } from '#workers/encode/keep.contract.ts';
import type { probeFile } from '#workers/media/media.client.ts';
import type { Sending } from '#workers/send/send.client.ts';
import type { SendState } from '#workers/send/send.contract.ts';
import { planOutput } from './output.rules.ts';
import type { Output } from './output.rules.ts';
import { createResultMaker } from './result-maker.ts';
import type { ResultDeps } from './result-maker.ts';
import { mp3Name, toMetadata } from './upload-metadata.rules.ts';
import { canRetry, mustRestart, offerFor, reduceUpload, refusalOf, startState } from './upload.rules.ts';
import type { UploadEvent, UploadListening, UploadPass, UploadSight, UploadState } from './upload.rules.ts';

/** What an upload needs from outside: the workers, the place where work is kept, and three calls. */
export type UploadDeps = ResultDeps & {
  sessionId: string;
  maxBytes: number;
  settings: Mp3Settings;
  /** Where a reload finds the work again; null where the browser keeps nothing. The upload owns it. */
  keep: Promise<Keep | null>;
  probe: typeof probeFile;
  analyse: typeof analyseFile;
  send(
    mp3: Blob,
    options: {
      metadata: UploadMetadata;
      sha256: string;
      signal: AbortSignal;
      onState(state: SendState): void;
    },
  ): Sending;
  /** Lets go of what is known of an upload, so that the next one starts anew. */
  forget(upload: { metadata: UploadMetadata; sha256: string }): void;
  complete(
    metadata: RecordingMetadataInput,
    peaks: Int8Array<ArrayBuffer>,
    signal: AbortSignal,
  ): Promise<void>;
  now(): number;
  /** For the log: what a sentence on screen cannot say. */
  onFailure(error: unknown): void;
};

/** What the page itself leaves for a reload. */
type KeptEdits = { trim: TrimEdits; loudness: Loudness };

function readEdits(value: unknown, durationS: number): { trim: TrimEdits | null; loudness: Loudness } {
  const { trim, loudness } = (value ?? {}) as Partial<Record<keyof KeptEdits, unknown>>;
  return {
    trim: readTrimEdits(trim, durationS),
    loudness: loudness === 'normalised' ? 'normalised' : 'as_is',
  };
}

export type Upload = Disposable & {
  readonly state: UploadState;
  /** The chosen file; null before one is chosen, and after a reload. */
  file(): File | null;
  draft(): Mp3Draft | null;
  /** What is kept of the recording; null before it was analysed. */
  trim(): Trim | null;
  /** What would be sent now; null before the analysis. */
  output(): Output | null;
  choose(files: readonly File[]): Promise<void>;
  /** Takes up the offer for a file over the limits. */
  accept(): Promise<void>;
  /** Takes up what a reload left. */
  resume(): void;
  setLoudness(loudness: Loudness): void;
  setSettings(settings: Mp3Settings): void;
  /** The whole recording as mp3, for browsers that do not play the file. Needs a draft. */
  wholeMp3(): Promise<Blob>;
  /** What would be sent; null until it was made. */
  result(): EncodedMp3 | null;
  /** Listens to the recording, or to what would be sent, which is made first. */
  listen(to: UploadListening): Promise<void>;
  /** Makes what is not made, sends what is not there, completes. Resolves when it is over, well or not. */
  send(): Promise<void>;
  /** Takes up where a problem stopped it. */
  retry(): Promise<void>;
  /** While it is sent: tries at once; sends nothing until it is resumed. */
  retryNow(): void;
  stopSending(): void;
  resumeSending(): void;
  /** Ends the current step, keeps the file and what was made of it. */
  cancel(): void;
  /** Lets go of the file and of what was made of it. */
  discard(): void;
};

/** A smaller file cannot last 2:30 h in any codec, so that its length need not be asked before the pass. */
const leastLongBytes = 4_000_000;
const saveEditsAfterMs = 500;

/** One recording's way from a file to the server. Owns what is under way; disposing ends it. */
export function createUpload(deps: UploadDeps): Upload {
  // Settings go to workers, which take plain values only.
  const state = proxy<UploadState>({ ...startState, settings: ref(deps.settings) });
  let file: File | null = null;
  let draft: Mp3Draft | null = null;
  let trim: Trim | null = null;
  let stopWatching = () => {};
  const maker = createResultMaker(deps);
  let running: AbortController | null = null;
  let sending: Sending | null = null;
  let saving: ReturnType<typeof setTimeout> | undefined;
  let kept: Kept | null = null;

  const apply = (event: UploadEvent) => {
    Object.assign(state, reduceUpload(state, event));
  };
  const stop = () => {
    running?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    running = null;
  };
  const letGo = () => {
    clearTimeout(saving);
    stopWatching();
    maker.forget();
    trim = file = draft = null;
  };

  /** Runs one step after ending the one before; what fails in it becomes a problem, unless it was cancelled. */
  async function run(step: (signal: AbortSignal) => Promise<void>): Promise<void> {
    stop();
    const controller = new AbortController();
    running = controller;
    try {
      await step(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      deps.onFailure(error);
      apply({ type: 'failed', ...describeFailure(error) });
    } finally {
      if (running === controller) running = null;
    }
  }

  const saveEdits = () => {
    clearTimeout(saving);
    const edits: KeptEdits | null = trim && { trim: trim.edits(), loudness: state.loudness };
    saving = setTimeout(async () => await (await deps.keep)?.saveEdits(edits), saveEditsAfterMs);
  };
  const onEdited = () => {
    apply({ type: 'edited' });
    saveEdits();
  };

  function review(analysis: Analysis, keptEdits: unknown, isKept: boolean): void {
    const { durationS, speech } = analysis;
    const edits = readEdits(keptEdits, durationS);
    trim = createTrim({ durationS, speech, frameS: mp3FrameS(state.settings), initial: edits.trim });
    stopWatching = subscribeKey(trim.state, 'kept', onEdited);
    state.loudness = edits.loudness;
    // Large and never changed: kept out of the proxy's tracking.
    apply({ type: 'analysed', analysis: ref(analysis), isKept });
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
      const keep = await deps.keep;
      signal.throwIfAborted();
      const options = { signal, onProgress: progress(signal), encode: state.settings, keep };
      const analysis = await deps.analyse(chosen, options);
      draft = analysis.draft;
      const edits = kept && isSameFile(kept.file, factsOf(chosen)) ? kept.edits : null;
      review(analysis, edits, analysis.isKept);
    });

  async function findKept(): Promise<void> {
    const keep = await deps.keep;
    kept = (await keep?.read()) ?? null;
    if (kept && state.stage === 'choose') state.kept = ref(kept);
  }

  const output = (): Output | null => {
    const { analysis, settings, loudness } = state;
    if (!analysis || !trim || !state.file) return null;
    const { container, codec, durationS } = analysis;
    return planOutput({
      ...{ file: file ? state.file : null, container, codec, durationS, settings, loudness },
      ...{ keptS: trim.state.keptS, maxBytes: deps.maxBytes },
    });
  };

  async function make(analysis: Analysis, signal: AbortSignal): Promise<EncodedMp3> {
    const plan = output();
    if (!plan || !trim) throw new Error('Nothing was analysed.');
    const edits = { kept: trim.kept() && trim.edits().kept, loudness: state.loudness };
    const onStart = () => apply({ type: 'encoding' });
    const onProgress = progress(signal);
    const source = { file, analysis, draft };
    const mp3 = await maker.make(source, { edits, plan }, { signal, onStart, onProgress });
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
        await (await deps.keep)?.clear();
      } catch (error) {
        if (!signal.aborted && mustRestart(describeFailure(error).code)) {
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
      if (!kept?.analysis || state.stage !== 'choose') return;
      draft = kept.draft;
      apply({ type: 'chosen', file: { name: kept.file.name, bytes: kept.file.bytes } });
      review(kept.analysis, kept.edits, true);
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
      if (state.stage === 'choose') letGo();
    },
    discard() {
      stop();
      letGo();
      kept = null;
      Object.assign(state, startState, { settings: ref(deps.settings) });
      void deps.keep.then((keep) => keep?.clear());
    },
    [Symbol.dispose]() {
      stop();
      letGo();
      Object.assign(state, startState);
      void deps.keep.then((keep) => keep?.[Symbol.dispose]());
    },
  };

  void findKept();
  return upload;
}

const factsOf = (file: File): FileFacts => ({
  name: file.name,
  bytes: file.size,
  lastModifiedMs: file.lastModified,
});

function joined(a: Int8Array, b: Int8Array): Int8Array {
  const both = new Int8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function describeFailure(error: unknown): { code: string; requestId: string | null } {
  const has = typeof error === 'object' && error !== null ? error : {};
  const code = 'code' in has && typeof has.code === 'string' ? has.code : 'unknown';
  const requestId = 'requestId' in has && typeof has.requestId === 'string' ? has.requestId : null;
  return { code, requestId };
}
