/** What counts as a dropout: the same in the kernel and in its reference. */
const windowS = 0.05;

export const dropoutWindowSamples = (sampleRate: number): number =>
  Math.max(32, Math.round(sampleRate * windowS));

const minS = 0.005;
/** Longer silence is a pause or a mute, however it begins. */
const maxS = 0.5;
/** What lies before and after is looked at over so long, and its edge over so long. */
const flankS = 0.01;
const edgeS = 0.002;
/** Mean square of an edge against its flank. What fades out evenly over the flank has 0.04 left in the edge. */
const minEdgeRatio = 0.06;
/** Mean square of the flanks against the loudest window of the last seconds: -20 dB is between words. */
const minSpeechRatio = 0.01;
/** And at least -60 dBFS: the noise of a converter is not speech. */
const minPower = 1e-6;
export const dropoutLimits = { minEdgeRatio, minSpeechRatio, minPower };
/** The loudest window is forgotten by 10 dB in so long. */
const forgetS = 3;

type DropoutPlan = {
  /** Samples. */
  flank: number;
  edge: number;
  minRun: number;
  maxRun: number;
  /** A flank before a run that has just become long enough, and a flank not looked at yet. */
  carry: number;
  /** What is left of the loudest window after another. */
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
