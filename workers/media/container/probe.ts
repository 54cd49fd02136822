/** Who decodes: our own reading of uncompressed samples, our own decoders, the browser, ffmpeg.wasm (see `decoder-order.rules.ts`). */
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
