import type { PcmFile } from '#api/media/pcm-file.ts';
import type { ReasonCode } from '#api/contract/errors.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** A segment before it is stored. Times in s from the start of the stored audio. */
export type EngineSegment = Pick<Segment, 'start' | 'end' | 'text' | 'words' | 'doubt'>;

export type EngineInput = {
  pcm: PcmFile;
  /** Speech regions of the device or the server, ascending, s. Audio outside of them is not transcribed. */
  speech: readonly TimeSpan[];
  /** `de`, `en`, `fr` or `it`. The engine never detects the language. */
  language: string;
  /** Names and words from corrections, the most important first. The engine decides how many fit. */
  vocabulary: readonly string[];
  /** End of the audio that is transcribed already, s. */
  fromS: number;
  signal: AbortSignal;
};

/** Finished segments, and the time up to which nothing will follow, s. */
export type EnginePart = { segments: EngineSegment[]; upToS: number };

/**
 * The engine cannot work at the moment, for example because the remote server does not answer or refuses the key. The
 * job keeps its progress and continues later.
 */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
  readonly reason: ReasonCode;
  constructor(reason: ReasonCode, options: { cause?: unknown } = {}) {
    super(reason, options);
    this.reason = reason;
  }
}

/**
 * Speech recognition with word times. Drivers: Whisper in a child process (`whisper/`) and any server with OpenAI's
 * protocol (`remote/`). Yields each part as soon as it is final. A failure that a retry may heal is thrown as an
 * ordinary error.
 */
export type TranscriptionEngine = {
  /** Name of engine and model. It is stored with the transcript, and the measured speed is stored under it. */
  readonly name: string;
  /**
   * Estimated real-time factor (processing time divided by duration of the audio). It is used until one was measured.
   */
  readonly expectedRtf: number;
  /** Returns why the engine cannot work at the moment, or null if it can. */
  missing(): ReasonCode | null;
  transcribe(input: EngineInput): AsyncIterable<EnginePart>;
  close(): Promise<void>;
};
