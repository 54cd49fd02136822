import { proxy, ref } from 'valtio';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import type { UploadMetadata } from '#api/contract/upload.ts';
import type { analyseFile } from '#workers/analysis/analysis.client.ts';
import type { encodeMp3 } from '#workers/media/media.client.ts';
import type { EncodedMp3 } from '#workers/media/media.contract.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import type { SendEvent } from './send-file.ts';
import { canRetry, mustRestart, partCells, reduceUpload, refusalOf, startState } from './upload.rules.ts';
import type { UploadEvent, UploadState } from './upload.rules.ts';

/** What an upload needs from outside: two workers and three calls. */
export type UploadDeps = {
  sessionId: string;
  maxBytes: number;
  analyse: typeof analyseFile;
  encode: typeof encodeMp3;
  send(
    mp3: Blob,
    options: {
      metadata: UploadMetadata;
      sha256: string;
      signal: AbortSignal;
      onEvent(event: SendEvent): void;
    },
  ): Promise<void>;
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

export type Upload = Disposable & {
  readonly state: UploadState;
  /** The chosen file; null before one is chosen. */
  file(): File | null;
  /** An address under which the page can play the chosen file until it is let go of. */
  fileUrl(): string | null;
  choose(files: readonly File[]): Promise<void>;
  /** Encodes what is not encoded, sends what is not there, completes. Resolves when it is over, well or not. */
  send(): Promise<void>;
  /** Takes up where a problem stopped it. */
  retry(): Promise<void>;
  /** Ends the current step, keeps the file and what was made of it. */
  cancel(): void;
  /** Lets go of the file. */
  discard(): void;
};

/** One recording's way from a file to the server. Owns what is under way; disposing ends it. */
export function createUpload(deps: UploadDeps): Upload {
  const state = proxy<UploadState>({ ...startState });
  let file: File | null = null;
  let fileUrl: string | null = null;
  let mp3: EncodedMp3 | null = null;
  let running: AbortController | null = null;

  const apply = (event: UploadEvent) => {
    Object.assign(state, reduceUpload(state, event));
  };
  const stop = () => {
    running?.abort(new DOMException('The upload was cancelled.', 'AbortError'));
    running = null;
  };

  const letGo = () => {
    if (fileUrl) URL.revokeObjectURL(fileUrl);
    fileUrl = null;
    file = null;
    mp3 = null;
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

  const analyse = (chosen: File) =>
    run(async (signal) => {
      apply({ type: 'chosen', file: { name: chosen.name, bytes: chosen.size } });
      const onProgress = (pass: { positionS: number; durationS: number | null }) =>
        !signal.aborted && apply({ type: 'passed', pass });
      const analysis = await deps.analyse(chosen, { signal, onProgress });
      // Large and never changed: kept out of the proxy's tracking.
      apply({ type: 'analysed', analysis: ref(analysis) });
    });

  async function encoded(chosen: File, signal: AbortSignal): Promise<EncodedMp3> {
    if (mp3) return mp3;
    apply({ type: 'encoding' });
    const onProgress = (pass: { positionS: number; durationS: number | null }) =>
      !signal.aborted && apply({ type: 'passed', pass });
    mp3 = await deps.encode(chosen, { signal, onProgress });
    apply({ type: 'encoded', bytes: mp3.bytes, durationS: mp3.durationS });
    return mp3;
  }

  const onSendEvent = (event: SendEvent) => {
    const atMs = deps.now();
    if (event.type === 'retrying') {
      apply({ type: 'retrying', attempt: event.attempt, atMs: atMs + event.delayMs });
    } else apply(event.type === 'offline' ? event : { ...event, atMs });
  };

  const transfer = (chosen: File, analysis: Analysis) =>
    run(async (signal) => {
      const sound = await encoded(chosen, signal);
      const metadata = {
        session_id: deps.sessionId,
        file_name: mp3Name(chosen.name),
        file_type: 'audio/mpeg',
      };
      const { sha256 } = sound;
      try {
        apply({ type: 'sending', bytesTotal: sound.bytes, atMs: deps.now() });
        const onEvent = (event: SendEvent) => !signal.aborted && onSendEvent(event);
        await deps.send(sound.mp3, { metadata, sha256, signal, onEvent });
        const parts = state.sending ? partCells(state.sending).length : 0;
        apply({ type: 'completing' });
        await deps.complete(toMetadata(sound, analysis, parts), analysis.peaks, signal);
        apply({ type: 'completed' });
      } catch (error) {
        if (!signal.aborted && mustRestart(describeFailure(error).code)) {
          deps.forget({ metadata, sha256 });
          state.sending = null;
        }
        throw error;
      }
    });

  const upload: Upload = {
    state,
    file: () => file,
    fileUrl: () => (file ? (fileUrl ??= URL.createObjectURL(file)) : null),
    async choose(files) {
      const code = refusalOf(files, deps.maxBytes);
      const [chosen] = files;
      letGo();
      if (code || !chosen) {
        stop();
        return apply({ type: 'refused', code: code ?? 'upload.selection_none' });
      }
      file = chosen;
      await analyse(chosen);
    },
    async send() {
      const { analysis, problem } = state;
      if (!file || !analysis || (problem && !canRetry(problem))) return;
      await transfer(file, analysis);
    },
    async retry() {
      if (!file) return;
      if (state.analysis) await transfer(file, state.analysis);
      else await analyse(file);
    },
    cancel() {
      stop();
      apply({ type: 'cancelled' });
      if (state.stage === 'choose') letGo();
    },
    discard() {
      stop();
      letGo();
      Object.assign(state, startState);
    },
    [Symbol.dispose]() {
      upload.discard();
    },
  };
  return upload;
}

function toMetadata(sound: EncodedMp3, analysis: Analysis, parts: number): RecordingMetadataInput {
  const within = ([startS, endS]: readonly [number, number]): [number, number] => [
    Math.min(startS, sound.durationS),
    Math.min(endS, sound.durationS),
  ];
  return {
    duration: sound.durationS,
    parts,
    sha256: sound.sha256,
    mode: 'upload',
    speech: analysis.speech.map(within),
    verdict: analysis.verdict,
  };
}

/** The name under which the server knows the sound: the file's own, as mp3, within the contract's length. */
export const mp3Name = (name: string): string =>
  `${name.replace(/\.[^.]*$/, '').slice(0, 490) || 'audio'}.mp3`;

function describeFailure(error: unknown): { code: string; requestId: string | null } {
  const has = typeof error === 'object' && error !== null ? error : {};
  const code = 'code' in has && typeof has.code === 'string' ? has.code : 'unknown';
  const requestId = 'requestId' in has && typeof has.requestId === 'string' ? has.requestId : null;
  return { code, requestId };
}
