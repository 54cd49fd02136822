import type { PcmFile } from '#api/media/pcm-file.ts';
import type { ReasonCode } from '#api/contract/errors.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** A segment before it has its place in a transcript. Times in s from the start of the stored audio. */
export type EngineSegment = Pick<Segment, 'start' | 'end' | 'text' | 'words' | 'doubt'>;

export type EngineInput = {
  pcm: PcmFile;
  /** Speech regions, ascending: as the device found them, else as the server did. What is not in them is not listened to. */
  speech: readonly TimeSpan[];
  /** `de`, `en`, `fr`, `it`; never guessed. */
  language: string;
  /** Words that people corrected and names that they gave, the most important first; how many fit is the engine's to know. */
  vocabulary: readonly string[];
  /** Everything before is transcribed already, s. */
  fromS: number;
  signal: AbortSignal;
};

/** What is finished: its segments, and up to where nothing will follow any more, s. */
export type EnginePart = { segments: EngineSegment[]; upToS: number };

/** It cannot work at the moment (remote: nobody answers, the key is refused). What is done stays; the work goes on later. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
  readonly reason: ReasonCode;
  constructor(reason: ReasonCode, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.reason = reason;
  }
}

/**
 * Turns speech into text with times. Drivers: a model of our own in a child process (`whisper/`), any server
 * that speaks the protocol of OpenAI's (`remote/`). A part is yielded as soon as it is final. A failure that a second attempt may heal is thrown as any error.
 */
export type TranscriptionEngine = {
  /** Named in the transcript; what is learned of its speed is kept under it. */
  readonly name: string;
  /** Time of work for a second of sound, before anything was measured on this machine. */
  readonly expectedRtf: number;
  /** Why it cannot work at the moment; null when it can. */
  missing(): ReasonCode | null;
  transcribe(input: EngineInput): AsyncIterable<EnginePart>;
  close(): Promise<void>;
};
