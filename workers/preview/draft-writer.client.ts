import { createDraft, type DraftText } from '#wasm/transcription/draft-text.ts';
import type { FedWindow, TimeSpan } from './preview.contract.ts';
import type { Preview } from './preview.client.ts';

export type { DraftText } from '#wasm/transcription/draft-text.ts';

/** Gives the windows of one sound, in order: of a recording (`live-windows.ts`) or of a file (`file-windows.client.ts`). */
export type WindowSource = Disposable & {
  /** Resolves with the next window as soon as there is one, and with null after the last one. One call at a time. */
  next(signal: AbortSignal): Promise<FedWindow | null>;
};

export type DraftProgress = {
  text: DraftText;
  /** Time up to which the sound is transcribed, s. */
  writtenUpToS: number;
  /** Length of the sound that waits, s. */
  waitingS: number;
  /** Spans that were skipped because the device is too slow, s. */
  skipped: readonly TimeSpan[];
};

type DraftWriter = {
  /**
   * Writes until the source has no more windows. Rejects with an error of `Preview.transcribe`, with one of the source, or with the
   * signal's reason; called again, it goes on with the window that failed or was stopped.
   */
  write(signal: AbortSignal): Promise<void>;
};

type DraftWriterInput = {
  preview: Pick<Preview, 'transcribe'>;
  source: WindowSource;
  /** Language of the model, such as `de`. */
  language: string;
  onProgress(progress: DraftProgress): void;
};

/** Writes the draft of one sound, window by window. */
export function createDraftWriter({ preview, source, language, onProgress }: DraftWriterInput): DraftWriter {
  const draft = createDraft();
  let unwritten: FedWindow | null = null;

  return {
    async write(signal) {
      for (;;) {
        const window = unwritten ?? (await source.next(signal));
        if (!window) return;
        signal.throwIfAborted();
        const { span, samples, speech, isFinal, waitingS, skipped } = window;
        unwritten = window;
        // The samples are copied, so that they are there for another try.
        const segments = await preview.transcribe({
          samples: samples.slice(),
          startS: span[0],
          speech,
          language,
        });
        signal.throwIfAborted();
        unwritten = null;
        onProgress({ text: draft.hear(segments, isFinal), writtenUpToS: span[1], waitingS, skipped });
      }
    },
  };
}
