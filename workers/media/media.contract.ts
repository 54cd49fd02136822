import type { MediaPath, Probe } from '#workers/media/container/probe.ts';
import type { PcmSink } from '#workers/media/pcm/pcm-stream.ts';

export type { MediaPath, Probe } from '#workers/media/container/probe.ts';

export type MediaProgress = { positionS: number; durationS: number | null };

/**
 * Handles one file at a time. Loads the ffmpeg core (32 MB) when first needed, with one event a second meanwhile. Errors:
 * `mediaErrorCodes`.
 */
export type MediaContract = {
  /** Resolves as soon as the worker runs. */
  load: { input: undefined; output: undefined };
  /** Reads the header only; common formats need no ffmpeg core. */
  probeHeader: { input: { file: File }; output: Probe; event: undefined };
  /** Probes the file for `decode`. */
  probeFully: { input: { file: File }; output: Probe; event: undefined };
  /** Streams the sound (see `PcmSink`, workers/media/pcm/pcm-stream.ts); resolves when everything is sent. */
  decode: {
    input: { file: File; probe: Probe; sink: PcmSink };
    /** `paths`: decoders in the order of use. `busyMs`: without the time spent waiting for the receiver. */
    output: { durationS: number; paths: MediaPath[]; busyMs: number };
    event: MediaProgress;
  };
};
