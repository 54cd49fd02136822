export const flankSamples = 8;
/** Three equal samples are a flat top; two occur at the top of any wave. */
export const minRun = 3;

/** Level from which a sample is at full scale: that of 8-bit sound is 127/128. */
export const fullScale = 0.99;
/** From this level on clipping is possible: a codec changes tops that were at full scale. */
export const nearFullScale = 0.95;
/** Level 1 dB above full scale: only a codec's floating-point output has it, and playback clips it. */
export const overshoot = 1.12;
/** Level below which a flat top does not count (-50 dBFS): there the steps of 16-bit samples make flat tops. */
const minLevel = 0.003;

type Top = {
  level: number;
  run: number;
  /** Samples before and after the run, nearest first, with the sign that makes the top positive. */
  before: Float32Array;
  after: Float32Array;
};

/**
 * Returns by how much the level falls beside a flat top, within half the length of the top, on the side where it falls less.
 * The top of a wave is a parabola. If rounding to steps of q has made it flat, the wave falls by at most 9 q there. If
 * clipping has cut off the height h, the wave falls by 3 h.
 */
function fallOf({ level, run, before, after }: Top): number {
  const flank = Math.min(flankSamples, Math.ceil(run / 2)) - 1;
  return level - Math.max(before[flank]!, after[flank]!);
}

/** True if equal samples were clipped, not just rounded. `step`: the smallest difference between samples at this level. */
export const isCutFlat = (top: Top, step: number): boolean =>
  top.level >= minLevel && fallOf(top) >= 16 * step;

/** Magnitudes from which samples of a half-wave count as high and as wide. */
export const highLevel = 0.8;
export const wideLevel = 0.4;

/**
 * True if a half-wave near full scale was clipped before a lossy codec or a resampler rounded its top. `high / wide` is 0.55 for
 * a sine that reaches full scale, 0.65 if a codec made it 1 dB louder, 0.85 if clipped by 6 dB. Clean speech normalised to full
 * scale, also coded at 32 and 64 kbit/s, stays below 0.8.
 */
export const isCutHalfWave = (half: { peak: number; wide: number; high: number }): boolean =>
  half.peak >= nearFullScale && half.high >= 4 && half.high >= 0.8 * half.wide;
