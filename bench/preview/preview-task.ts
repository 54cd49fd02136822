import type { PreviewLoaded, PreviewModel } from '#workers/preview/preview.contract.ts';

/** A recogniser of the page. Its model lies at `url`, which is the address of a folder. */
export type Task = {
  kind: 'ours' | 'bare' | 'library';
  url: string;
  model: PreviewModel;
  threads: number;
  tokensPerWindow: number;
  shape: { decoderLayers: number; heads: number; melBins: number };
};

/** Time of one window, ms. Only the bare sessions tell encoder and decoder apart. */
export type Timed = { ms: number; encoderMs?: number; decoderMs?: number };

/** A draft that was written in real time: when words appeared, s after the start of the sound. */
export type LiveDraft = { firstWordsS: number; text: string; skipped: number };

/** What one back end wrote of a recording, and how long it took. */
export type Heard = Pick<PreviewLoaded, 'backend' | 'backendReason'> & { ms: number; text: string };
