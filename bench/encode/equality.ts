import { goal, round, type Goal } from '../report.ts';
import type { Equality } from './slow-pass.ts';

/** dB at the encoder's input: an error of 80 dB below is beyond 13 bits. */
const leastSnrDb = 80;
/** One frame of the VAD network, s: a probability at the threshold may change by rounding. */
const mostEdgeS = 0.033;
/** Tolerance in dB, LU, s and counts; bandwidth in Hz has the tolerance of one spectral band. */
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
  // Infinity (equal) is shown as 999.
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
