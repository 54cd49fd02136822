/** Receives interleaved stereo of `sampleRate`, Hz. It may keep or transfer the block. */
export type OnSound = (block: Float32Array<ArrayBuffer>, sampleRate: number) => void;

/** Sound that arrives. Disposing ends it at once. */
export type SoundSource = Disposable & {
  /** Resolves when the last samples have arrived; rejects if the sound cannot be decoded. */
  readonly ended: Promise<void>;
  /** Called when the capture has ended. What was captured before that still arrives. */
  finish(): void;
};
