import { goal, round, type Goal } from '../report.ts';
import type { Equality } from './slow-pass.ts';

/**
 * Smallest signal-to-noise ratio at the encoder's input, dB. An error 80 dB below the sound is smaller than the step of
 * 13 bits.
 */
const leastSnrDb = 80;
/**
 * Largest shift of an edge of speech: one frame of the VAD network, s. Rounding may change a probability at the
 * threshold.
 */
const mostEdgeS = 0.033;
/** Largest difference of a measure, in dB, LU, s or counts. The bandwidth (Hz) may differ by one spectral band. */
const mostDifference = 0.05;
const mostBandwidthHz = 63;

const { isFinite } = Number;
const tell = (value: number) => (isFinite(value) ? round(value) : String(value));
const largestOf = (measures: Record<string, number>, isBandwidth: boolean) =>
  Math.max(
    0,
    ...Object.entries(measures).flatMap(([name, by]) =>
      (name === 'bandwidthHz') === isBandwidth ? [by] : [],
    ),
  );

export const equalityRow = (name: string, equality: Equality) => ({
  'beside the slow path': name,
  'frames of chunks differing': equality.chunkFramesDiffering,
  'sound SNR dB': tell(equality.monoSnrDb),
  'mp3 frames equal': `${equality.frames - equality.slowFramesDiffering} of ${equality.frames}`,
  'spans of speech': equality.speechSpans.join(' / '),
  'edges s': tell(equality.speechEdgeS),
  'peaks steps': equality.peakSteps,
  verdict: equality.isVerdictEqual ? 'equal' : 'differs',
  'measures differing by': Object.entries(equality.measures)
    .map(([measure, by]) => `${measure} ${isFinite(by) ? by.toExponential(1) : String(by)}`)
    .join(', '),
});

export const equalityGoals = (name: string, equality: Equality): Goal[] => [
  goal(`${name}: frames that chunks change`, equality.chunkFramesDiffering, 'frames', '<=', 0),
  // Infinity, for equal sounds, is shown as 999.
  goal(`${name}: sound beside the slow path`, Math.min(999, equality.monoSnrDb), 'dB', '>=', leastSnrDb),
  goal(`${name}: edges of speech beside the slow path`, equality.speechEdgeS, 's', '<=', mostEdgeS),
  goal(`${name}: peaks beside the slow path`, equality.peakSteps, 'steps', '<=', 1),
  goal(
    `${name}: measures beside the slow path`,
    largestOf(equality.measures, false),
    'dB',
    '<=',
    mostDifference,
  ),
  goal(
    `${name}: bandwidth beside the slow path`,
    largestOf(equality.measures, true),
    'Hz',
    '<=',
    mostBandwidthHz,
  ),
  goal(`${name}: other verdict than the slow path`, equality.isVerdictEqual ? 0 : 1, '', '<=', 0),
];
