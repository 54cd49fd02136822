import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';

/** One person speaks from `start` to `end`, s of the stored audio. `speaker`: 0 for who spoke first, 1 for the next, … */
export type Turn = { start: number; end: number; speaker: number };

export type DiarizationInput = {
  pcm: PcmFile;
  /** Where somebody speaks. */
  speech: readonly TimeSpan[];
  /** How many people take part, where somebody said so: a hint, a person may never speak. */
  participants: number | null;
  signal: AbortSignal;
};

/**
 * Finds out who spoke when. Turns are ascending, lie within the speech and cover it; two people at once are told as the one
 * who is heard better. Drivers: a speaker embedding model of the manifest when its files are there, features of the voice
 * without any model otherwise. Runs outside the event loop.
 */
export type Diarizer = {
  /** Named in the transcript's row. */
  readonly name: string;
  diarize(input: DiarizationInput): Promise<Turn[]>;
};
