/** Definition of a dropout, shared by the kernel and its reference. */
const windowS = 0.05;

export const dropoutWindowSamples = (sampleRate: number): number =>
  Math.max(32, Math.round(sampleRate * windowS));

const minS = 0.005;
/** Longest dropout, s. Longer silence is a pause or a mute. */
const maxS = 0.5;
/** Durations of the sound examined before and after a dropout (flank), and of its end next to the dropout (edge), s. */
const flankS = 0.01;
const edgeS = 0.002;
/** Least mean square of the edge relative to its flank. Sound that fades out evenly over the flank has 0.04. */
const minEdgeRatio = 0.06;
/**
 * Least mean square of the flanks relative to the loudest window of the last seconds. This ratio, -20 dB, occurs
 * between words.
 */
const minSpeechRatio = 0.01;
/** Least mean square of the flanks, -60 dBFS: converter noise is no speech. */
const minPower = 1e-6;
export const dropoutLimits = { minEdgeRatio, minSpeechRatio, minPower };
/** Time in which the loudest window decays by 10 dB, s. */
const forgetS = 3;

type DropoutPlan = {
  /** Lengths in samples. */
  flank: number;
  edge: number;
  minRun: number;
  maxRun: number;
  /**
   * Number of samples that are kept from the previous window: a flank that is not scanned yet, and a flank before a run
   * that has just become long enough.
   */
  carry: number;
  /** Decay factor of the loudest window, per window. */
  forget: number;
};

export function planDropouts(sampleRate: number, windowSamples: number): DropoutPlan {
  const flank = Math.max(4, Math.round(sampleRate * flankS));
  const minRun = Math.max(2, Math.round(sampleRate * minS));
  return {
    flank,
    edge: Math.max(2, Math.round(sampleRate * edgeS)),
    minRun,
    maxRun: Math.round(sampleRate * maxS),
    carry: minRun + 2 * flank,
    forget: 10 ** (-windowSamples / sampleRate / forgetS),
  };
}
