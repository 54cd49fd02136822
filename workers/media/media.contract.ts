import type { MediaPath, Probe } from '#workers/media/container/probe.ts';
import type { PcmSink } from '#workers/media/pcm/pcm-stream.ts';

export type { MediaPath, Probe } from '#workers/media/container/probe.ts';

/** Where a pass stands, in media time. */
export type MediaProgress = { positionS: number; durationS: number | null };

/**
 * One file after the other. The ffmpeg core (32 MB) is loaded when it is first needed; while it loads, an event a second says
 * that nothing is stuck. Errors: `mediaErrorCodes`.
 */
export type MediaContract = {
  /** Answers as soon as the worker runs. */
  load: { input: undefined; output: undefined };
  /** Reads the header only, without the core where the file is of a common kind. */
  probeHeader: { input: { file: File }; output: Probe; event: undefined };
  /** What `decode` goes by. */
  probeFully: { input: { file: File }; output: Probe; event: undefined };
  /** Streams the sound as described at `PcmSink` (workers/media/pcm/pcm-stream.ts) and answers when all of it was sent. */
  decode: {
    input: { file: File; probe: Probe; sink: PcmSink };
    /** `paths`: by whom, in the order of what was sent. `busyMs`: without the time that the listener was waited for. */
    output: { durationS: number; paths: MediaPath[]; busyMs: number };
    event: MediaProgress;
  };
};
