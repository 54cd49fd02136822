import type { EncodedMp3, Mp3Settings } from '#workers/encode/encode.contract.ts';
export { speechMp3 } from '#workers/encode/encode.contract.ts';
export type { EncodedMp3, Mp3Settings } from '#workers/encode/encode.contract.ts';
import type { PcmSink } from '#workers/media/pcm/pcm-stream.ts';

/** Who decodes: our own reading of uncompressed samples, our own decoders, the browser, ffmpeg.wasm (see `path.rules.ts`). */
export type MediaPath = 'direct' | 'codec' | 'webcodecs' | 'ffmpeg';

/** What a file is, by its content. */
export type Probe = {
  /** Names as ffmpeg gives them: `mov,mp4,m4a,3gp,3g2,mj2`, `aac`. */
  container: string;
  codec: string;
  /** s, as the header states it; null where it does not. */
  durationS: number | null;
  /** Length as counted by the header, s; absent if it is an estimate. A file with less sound is cut short. */
  statedS?: number;
  /** Hz, as decoded: at most 96000. */
  sampleRate: number;
  /** As decoded: at most 8. */
  channels: number;
  hasVideo: boolean;
  /** Who is asked first. */
  path: MediaPath;
};

/** Where a pass stands, in media time. */
export type MediaProgress = { positionS: number; durationS: number | null };

/**
 * One file after the other. The ffmpeg core (32 MB) is loaded when it is first needed; while it loads, an event a second says
 * that nothing is stuck. Errors: `mediaErrorCodes`.
 */
export type MediaContract = {
  /** Answers as soon as the worker runs. */
  load: { input: undefined; output: undefined };
  /** A quick look before any pass, without the core where the file is of a common kind. */
  look: { input: { file: File }; output: Probe; event: undefined };
  /** What `decode` and `encode` go by. */
  probe: { input: { file: File }; output: Probe; event: undefined };
  /** Streams the sound as described at `PcmSink` (workers/media/pcm/pcm-stream.ts) and answers when all of it was sent. */
  decode: {
    input: { file: File; probe: Probe; sink: PcmSink };
    /** `paths`: by whom, in the order of what was sent. `busyMs`: without the time that the listener was waited for. */
    output: { durationS: number; paths: MediaPath[]; busyMs: number };
    event: MediaProgress;
  };
  encode: {
    input: { file: File; probe: Probe; settings: Mp3Settings };
    output: EncodedMp3;
    event: MediaProgress;
  };
};
