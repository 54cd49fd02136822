import type { ReasonCode } from '#api/contract/errors.ts';
import type { Segment } from '#api/contract/transcript.ts';
import type { Span } from '#wasm/windows/plan-windows.ts';

/** Decoded sound as engines get it: mono, signed 16 bit, little endian, `pcmSampleRate` (api/media). */
export type PcmFile = { path: string; samples: number };

/** A segment before it has its place in a transcript. Times in s from the start of the stored audio. */
export type EngineSegment = Pick<Segment, 'start' | 'end' | 'text' | 'words'>;

export type EngineInput = {
  pcm: PcmFile;
  /** Speech regions as the device found them; null: unknown. What is not in them is not listened to. */
  speech: Span[] | null;
  /** `de`, `en`, `fr`, `it`; never guessed. */
  language: string;
  /** Everything before is transcribed already, s. */
  fromS: number;
  signal: AbortSignal;
};

/** What is finished: its segments, and up to where nothing will follow any more, s. */
export type EnginePart = { segments: EngineSegment[]; upToS: number };

/**
 * Turns speech into text with times. Drivers: a model of our own in a child process (`whisper/`); a remote server will
 * join. A part is yielded as soon as it is final. A failure that a second attempt may heal is thrown as any error.
 */
export type TranscriptionEngine = {
  /** Named in the transcript. */
  readonly name: string;
  /** Why it cannot work at the moment; null when it can. */
  missing(): ReasonCode | null;
  transcribe(input: EngineInput): AsyncIterable<EnginePart>;
  close(): Promise<void>;
};
