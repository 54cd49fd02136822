import type { PcmFile } from '#api/media/pcm-file.ts';
import type { ReasonCode } from '#api/contract/errors.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';

/** A segment before it is stored. Times are in s from the start of the stored audio. */
export type EngineSegment = Pick<Segment, 'start' | 'end' | 'text' | 'words' | 'doubt'>;

export type EngineInput = {
  pcm: PcmFile;
  /** Speech regions that the device or the server found, ascending, s. Audio outside of them is not transcribed. */
  speech: readonly TimeSpan[];
  /** `de`, `en`, `fr` or `it`. The engine does not detect the language itself. */
  language: string;
  /** Names and words from corrections, the most important first. The engine decides how many fit. */
  vocabulary: readonly string[];
  /** End of the audio that is already transcribed, s. */
  fromS: number;
  signal: AbortSignal;
};

/** Segments that are final, and the time up to which no further segment will follow, s. */
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
 * Speech recognition with the times of words: Whisper in a child process (`whisper/`) or any server with OpenAI's
 * protocol (`remote/`). Each part is yielded as soon as it is final. If a retry may help, an ordinary error is thrown.
 */
export type TranscriptionEngine = {
  /** Name of engine and model. It is stored with the transcript and with the measured speed. */
  readonly name: string;
  /**
   * Estimated real-time factor (processing time divided by duration of the audio), which is used until one has been
   * measured.
   */
  readonly expectedRtf: number;
  /** Returns why the engine cannot work at the moment, or null if it can. */
  missing(): ReasonCode | null;
  transcribe(input: EngineInput): AsyncIterable<EnginePart>;
  close(): Promise<void>;
};
