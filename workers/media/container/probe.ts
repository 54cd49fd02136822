/**
 * Decoder of a file: our PCM reader, our own decoders, the browser's, or ffmpeg.wasm (see `decoder-order.rules.ts`).
 */
export type MediaPath = 'direct' | 'codec' | 'webcodecs' | 'ffmpeg';

/** Facts about a file, detected by its content. */
export type Probe = {
  /** ffmpeg's names of container and codec, such as `mov,mp4,m4a,3gp,3g2,mj2` and `aac`. */
  container: string;
  codec: string;
  /** Length in the header, s; null if it has none. */
  durationS: number | null;
  /** Length that the header states exactly, s; absent if it is an estimate. A file with less sound is truncated. */
  statedS?: number;
  /** Sample rate after decoding, Hz, at most 96000. */
  sampleRate: number;
  /** Number of channels after decoding, at most 8. */
  channels: number;
  hasVideo: boolean;
  /** First decoder to try. */
  path: MediaPath;
};
