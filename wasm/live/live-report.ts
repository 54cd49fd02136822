/** Faults of the input. The page shows them under `recording.warning.<code>` and stores them as markers `capture.<code>`. */
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
  /** Highest sample and RMS since the last report, dBFS; -Infinity for digital silence. */
  peakDbfs: number;
  rmsDbfs: number;
  /** Momentary loudness (400 ms), LUFS (ITU-R BS.1770-4); null for silence. */
  momentaryLufs: number | null;
  isSpeech: boolean;
  /** Current warnings, the most urgent first, with hysteresis. */
  warnings: SoundWarning[];
  /** Verdict of the sound check; null in the first seconds. */
  verdict: 'good' | SoundWarning | null;
};
