/** Around a top this many samples are looked at on either side. */
export const flankSamples = 8;
/** Two equal samples happen at the top of any wave; three are a flat one. */
export const minRun = 3;

/** Full scale of 8-bit sound is 127/128. */
export const fullScale = 0.99;
/** A codec rounds the tops that it was given at full scale: they come out from here on. */
export const nearFullScale = 0.95;
/** Beyond full scale by a decibel: only a codec's floating point holds it, what plays it cuts it. */
export const overshoot = 1.12;
/** Below this (-50 dBFS) steps of 16 bits make flat tops of their own. */
const minLevel = 0.003;

type Top = {
  /** Highest magnitude of the run, and its length in samples. */
  level: number;
  run: number;
  /** Samples before and after the run, nearest first, with the sign that makes the top positive. */
  before: Float32Array;
  after: Float32Array;
};

/**
 * How far the sound falls on either side within half the length of the top. The top of a wave is a parabola: what rounding
 * to steps of q makes flat falls by at most nine q there. A wave that was cut off falls by three times the height that is
 * missing.
 */
function fallOf({ level, run, before, after }: Top): number {
  const flank = Math.min(flankSamples, Math.ceil(run / 2)) - 1;
  return level - Math.max(before[flank]!, after[flank]!);
}

/** Equal samples, `step` being the smallest difference between samples at this level: cut off, or rounded? */
export const isCutFlat = (top: Top, step: number): boolean =>
  top.level >= minLevel && fallOf(top) >= 16 * step;

/** Magnitudes between which a half-wave is looked at where it is high and where it is wide. */
export const highLevel = 0.8;
export const wideLevel = 0.4;

/**
 * A half-wave about full scale: cut off before a lossy codec or a resampler rounded its top? Of a sine that reaches full scale
 * 0.55 of what is wider than `wideLevel` is higher than `highLevel`, 0.65 where a codec made it a decibel higher; cut off 6 dB
 * over it is 0.85. Clean speech normalised to full scale, also coded at 32 and 64 kbit/s, stays below 0.8.
 */
export const isCutHalfWave = (half: { peak: number; wide: number; high: number }): boolean =>
  half.peak >= nearFullScale && half.high >= 4 && half.high >= 0.8 * half.wide;
