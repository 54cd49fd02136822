import type { MediaPath, Probe } from '#workers/media/container/probe.ts';
import type { PcmSink } from '#workers/media/pcm/pcm-stream.ts';

export type { MediaPath, Probe } from '#workers/media/container/probe.ts';

export type MediaProgress = { positionS: number; durationS: number | null };

/**
 * Calls of the media worker, which handles one file at a time. It loads the ffmpeg core (32 MB) when it is first
 * needed, with one event a second meanwhile. Errors: `mediaErrorCodes`.
 */
export type MediaContract = {
  /** Resolves as soon as the worker runs. */
  load: { input: undefined; output: undefined };
  /** Reads the header only; common formats need no ffmpeg core. */
  probeHeader: { input: { file: File }; output: Probe; event: undefined };
  /** Probes the file for `decode`. */
  probeFully: { input: { file: File }; output: Probe; event: undefined };
  /** Streams the sound (see `PcmSink`, workers/media/pcm/pcm-stream.ts). Resolves when everything is sent. */
  decode: {
    input: { file: File; probe: Probe; sink: PcmSink };
    /**
     * `paths` are the decoders in the order of use. `busyMs` is the time without that spent waiting for the receiver,
     * ms.
     */
    output: { durationS: number; paths: MediaPath[]; busyMs: number };
    event: MediaProgress;
  };
};
