import type { CaptureSource } from '#workers/recorder/recorder.contract.ts';

export type CaptureWayInput = {
  /** The microphone on which the way is tried. It is not recorded before `record`. */
  stream: MediaStream;
  /** Tells the recorder where the sound comes from, from now on. */
  announce(source: CaptureSource, transferred: Transferable[]): void;
  /** Receives whether the browser has suspended the audio context that the way needs. */
  onSuspended(isSuspended: boolean): void;
};

/** A way to take the samples of a stream and hand them to the recorder. Disposing ends it. */
export type CaptureWay = Disposable & {
  readonly name: 'track' | 'worklet' | 'file';
  /** False if the sound has not begun, because the browser has suspended what the way needs. */
  readonly isRunning: boolean;
  /** Sample rate of the sound, Hz. A later stream may have another one. */
  readonly sampleRate: number;
  /** Records this stream from now on; null records nothing. If it throws, the stream before is still recorded. */
  record(stream: MediaStream | null): void;
  /** Announces the sound again, to a recorder that has not received any of it. */
  announceAgain(): void;
  /** Resumes what the browser has suspended. */
  wake(): void;
  /** Ends the sound. Resolves when the recorder can be told that it has ended: it awaits the last block itself. */
  end(): Promise<void>;
};

/** Opens a way; resolves with null if the browser does not have it, or it delivers no sound. */
export type OpenCaptureWay = (input: CaptureWayInput) => Promise<CaptureWay | null>;

/** Longest wait for the first sound of a way, ms. */
export const firstSoundMs = 1_500;
