import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { PcmFile } from '#api/media/pcm-file.ts';

/** A turn of one speaker from `start` to `end`, s. Speakers are numbered from 0 in the order of their first turn. */
export type Turn = { start: number; end: number; speaker: number };

export type DiarizationInput = {
  pcm: PcmFile;
  speech: readonly TimeSpan[];
  /** Number of participants, or null if nobody stated it. It is only a hint, because a participant may never speak. */
  participants: number | null;
  signal: AbortSignal;
};

/**
 * Speaker diarization. The turns are ascending and cover exactly the speech regions. Where people speak at the same
 * time, the turn is that of the more prominent speaker. The work is done by a speaker embedding model of the manifest
 * if one is installed, otherwise by acoustic features without a model. It runs outside the event loop.
 */
export type Diarizer = {
  /** Name of the model or method. It is stored with the transcript. */
  readonly name: string;
  diarize(input: DiarizationInput): Promise<Turn[]>;
};
