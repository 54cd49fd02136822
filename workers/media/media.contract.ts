import type { PcmSink } from './pcm-stream.ts';

/** What ffmpeg.wasm does for the page: look into a file, decode its sound, write mp3. The file is mounted, never copied. */
export type Probe = {
  /** Names as ffmpeg gives them: `mov,mp4,m4a,3gp,3g2,mj2`, `aac`. */
  container: string;
  codec: string;
  /** s, as the header states it; null where it does not. */
  durationS: number | null;
  /** Hz, as decoded: at most 96000. */
  sampleRate: number;
  /** As decoded: at most 8. */
  channels: number;
  hasVideo: boolean;
};

export type Mp3Settings = {
  /** Hz: 24000 is the default for speech. */
  sampleRate: number;
  /** kbit/s, constant. */
  bitrate: number;
};

export const speechMp3: Mp3Settings = { sampleRate: 24_000, bitrate: 64 };

export type EncodedMp3 = {
  mp3: Blob;
  bytes: number;
  /** Hex digest of the whole. */
  sha256: string;
  /** Decoded length, s. */
  durationS: number;
};

/** Where a pass stands, in media time. */
export type MediaProgress = { positionS: number; durationS: number | null };

/** One file after the other, in this order: `load`, `probe`, then `decode` or `encode`. Errors: `mediaErrorCodes`. */
export type MediaContract = {
  /** Loads the ffmpeg core. */
  load: { input: undefined; output: undefined };
  probe: { input: { file: File }; output: Probe };
  /** Streams the sound as described at `PcmSink` (media/pcm-stream.ts) and answers when all of it was sent. */
  decode: {
    input: { file: File; probe: Probe; sink: PcmSink };
    output: { durationS: number };
    event: MediaProgress;
  };
  encode: {
    input: { file: File; probe: Probe; settings: Mp3Settings };
    output: EncodedMp3;
    event: MediaProgress;
  };
};
