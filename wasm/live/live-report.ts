/** What is wrong with the sound right now; shown under `recording.warning.<code>`, kept as the marker `capture.<code>`. */
export const soundWarnings = [
  'no_sound',
  'too_quiet',
  'clipping',
  'noisy',
  'hum',
  'echo',
  'long_silence',
  'nobody_speaking',
] as const;
export type SoundWarning = (typeof soundWarnings)[number];

export type LiveReport = {
  /** Since the report before: highest sample and RMS, dBFS; -Infinity for digital silence. */
  peakDbfs: number;
  rmsDbfs: number;
  /** Of the last 400 ms, LUFS (ITU-R BS.1770-4); null where there is nothing. */
  momentaryLufs: number | null;
  isSpeech: boolean;
  /** Those that hold now, the most urgent first. They come and go with hysteresis. */
  warnings: SoundWarning[];
  /** The sound check: null in the first seconds, then what to say of the sound so far. */
  verdict: 'good' | SoundWarning | null;
};
