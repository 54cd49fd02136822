/** Test doubles of what writes a draft: a model, and the sound that it hears. */
import type { FedWindow, PreviewModel, TranscribedSegment } from '#workers/preview/preview.contract.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';
import type { DraftBackend, OpenDraftPreview } from './draft-run.ts';

export type SpokenWindow = FedWindow & { text: string };

/** Returns a window of sound in which `text` is said. */
export const windowOf = (
  startS: number,
  endS: number,
  { text, isFinal = true, waitingS = 0, skipped = [] }: Partial<FedWindow> & { text: string },
): SpokenWindow => ({
  span: [startS, endS],
  samples: new Int16Array(4),
  speech: [[startS, endS]],
  isFinal,
  waitingS,
  skipped,
  text,
});

export const segmentOf = (start: number, end: number, text: string): TranscribedSegment => {
  const words = text.split(' ');
  const wordS = (end - start) / words.length;
  return {
    start,
    end,
    text,
    words: words.map((word, at) => ({
      text: word,
      start: start + at * wordS,
      end: start + (at + 1) * wordS,
      confidence: 0.9,
    })),
    doubt: null,
  };
};

/** Creates a source whose windows the test gives. */
export function createWindowsDouble() {
  const waiting: (SpokenWindow | null)[] = [];
  const said = new Map<number, string>();
  let wake = () => {};
  let isOpen = true;
  const put = (window: SpokenWindow | null) => {
    if (window) said.set(window.span[0], window.text);
    waiting.push(window);
    wake();
  };
  const source: WindowSource = {
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        if (waiting.length > 0) return waiting.shift() ?? null;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
        await promise;
      }
    },
    [Symbol.dispose]() {
      isOpen = false;
    },
  };
  return {
    source,
    give: put,
    end: () => put(null),
    isSourceOpen: () => isOpen,
    textAt: (startS: number) => said.get(startS) ?? '',
  };
}

/** Creates a model that hears `textAt` of each window. */
export function createPreviewDouble(textAt: (startS: number) => string) {
  const failures: Error[] = [];
  const loadFailures: Error[] = [];
  const languages: string[] = [];
  let held: PromiseWithResolvers<void> | null = null;
  let isOpen = true;
  let openedCount = 0;
  let loadedCount = 0;
  let told: Parameters<OpenDraftPreview>[0] | null = null;
  const openPreview: OpenDraftPreview = (options) => {
    told = options;
    isOpen = true;
    openedCount += 1;
    return {
      async load() {
        loadedCount += 1;
        const failure = loadFailures.shift();
        if (failure) throw failure;
      },
      async transcribe({ samples, startS, language }) {
        languages.push(language);
        const endS = startS + samples.length;
        await held?.promise;
        const failure = failures.shift();
        if (failure) throw failure;
        const text = textAt(startS);
        return text === '' ? [] : [segmentOf(startS, endS, text)];
      },
      [Symbol.dispose]() {
        isOpen = false;
      },
    };
  };
  return {
    openPreview,
    languages,
    isOpen: () => isOpen,
    openedCount: () => openedCount,
    loadedCount: () => loadedCount,
    /** Keeps windows waiting until `release`. */
    hold() {
      held = Promise.withResolvers();
    },
    release: () => held?.resolve(),
    failWith: (...errors: Error[]) => failures.push(...errors),
    failToLoadWith: (...errors: Error[]) => loadFailures.push(...errors),
    tellBackend: (backend: DraftBackend) => told?.onBackend(backend),
    tellSpeed: (timesRealTime: number) => told?.onSpeed(timesRealTime),
  };
}

export const draftModel: PreviewModel = {
  id: 'tiny',
  dtype: 'q8',
  hearsTwice: false,
  chunkLengthS: 30,
  files: [],
};

/** Creates the doubles of one run. */
export function createDraftDoubles() {
  const { source, give, end, isSourceOpen, textAt } = createWindowsDouble();
  const preview = createPreviewDouble(textAt);
  return { openPreview: preview.openPreview, model: draftModel, source, give, end, isSourceOpen, preview };
}
