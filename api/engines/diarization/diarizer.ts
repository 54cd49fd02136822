import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';

/** One speaker from `start` to `end`, s. Speakers are numbered from 0 in the order of their first turn. */
export type Turn = { start: number; end: number; speaker: number };

export type DiarizationInput = {
  pcm: PcmFile;
  speech: readonly TimeSpan[];
  /** Number of participants, or null if nobody stated it. It is only a hint, because a participant may never speak. */
  participants: number | null;
  signal: AbortSignal;
};

/**
 * Speaker diarization. Turns are ascending and cover exactly the speech regions; overlapping speech goes to the more
 * prominent speaker. Drivers: a speaker embedding model from the manifest if installed, otherwise acoustic features
 * without a model. Runs outside the event loop.
 */
export type Diarizer = {
  /** Name of the model or method. It is stored with the transcript. */
  readonly name: string;
  diarize(input: DiarizationInput): Promise<Turn[]>;
};
