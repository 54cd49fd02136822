/**
 * Evaluates voice activity detection in frames of 10 ms: miss rate, false alarm rate, and their mean, the balanced
 * error. The labels are `.rttm` files beside the recordings in `--audio DIR` (speech of any speaker), and the exact
 * ones of synthetic speech (mixtures.ts). There is no collar and no tolerance unless a column says 250 ms: the
 * product's padding counts as false alarm, a frame that is cut off as a miss. The product is compared with its network
 * alone, with Silero v5 as published, and with "always speech". The settings in `wasm/speech` were chosen on the
 * synthetic cases; only the target level and the speed of the gain (gain.ts) were chosen on the meetings.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { lengthOf } from '#wasm/speech/pauses.ts';
import { voiceRate } from '#wasm/speech/detect.ts';
import { loadKernel } from '../../tools/kernel.ts';
import { hearOurs, hearPlain } from './detectors.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { goal, round, type Report } from '../report.ts';
import { meetings, syntheticCases, type Case } from './vad-cases.ts';
import { countFrames, cutEdges, ratesOf, sumCounts, type Counts } from './vad-score.ts';
import { unlabelledRows } from './vad-unlabelled.ts';

type Scored = { name: string; isGoal: boolean; ours: Counts; plain: Counts; cutShare: number };

const collarS = 0.25;

export async function measure({ audioDir }: Options): Promise<Report> {
  const { createDetect } = loadKernel();
  const rows: Report['rows'] = [];

  const score = async ({ name, samples, speech, isGoal }: Case): Promise<Scored> => {
    const durationS = samples.length / voiceRate;
    const ours = await hearOurs(samples, createDetect());
    const plain = await hearPlain(samples, createDetect());
    const count = (found: TimeSpan[], collar = 0) => countFrames(speech, found, durationS, collar);
    const rates = (found: TimeSpan[]) => ratesOf(count(found));
    const cutShare = cutEdges(speech, ours.regions);
    const ourRates = rates(ours.regions);
    const plainRates = rates(plain);
    rows.push({
      case: name,
      s: round(durationS),
      'speech %': round((100 * lengthOf(speech)) / durationS),
      'miss %': round(ourRates.miss),
      'false %': round(ourRates.falseAlarm),
      'balanced %': round(ourRates.balanced),
      '250 ms collar': round(ratesOf(count(ours.regions, collarS)).balanced),
      'edges cut %': round(cutShare),
      'network alone': round(rates(ours.network).balanced),
      'plain v5: miss': round(plainRates.miss),
      false: round(plainRates.falseAlarm),
      balanced: round(plainRates.balanced),
      'its 250 ms': round(ratesOf(count(plain, collarS)).balanced),
      'always speech': round(rates([[0, durationS]]).balanced),
    });
    return { name, isGoal, ours: count(ours.regions), plain: count(plain), cutShare };
  };

  const synthetic: Scored[] = [];
  for (const one of syntheticCases(audioDir)) synthetic.push(await score(one));
  const real: Scored[] = [];
  for (const one of audioDir ? meetings(audioDir) : []) real.push(await score(one));

  const hasManifest = audioDir !== null && existsSync(join(audioDir, 'MANIFEST.tsv'));
  const unlabelled = hasManifest && ensureNativeFfmpeg() ? await unlabelledRows(audioDir, createDetect) : [];

  const goalCases = synthetic.filter(({ isGoal }) => isGoal);
  const errors = goalCases.map(({ ours }) => ratesOf(ours).balanced);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const worst = goalCases.toSorted((a, b) => ratesOf(b.ours).balanced - ratesOf(a.ours).balanced)[0]!;
  const pooled = (key: 'ours' | 'plain') => ratesOf(sumCounts(real.map((one) => one[key])));
  const worstText = `worst ${round(ratesOf(worst.ours).balanced)} %: ${worst.name}`;
  const better = real.filter(({ ours, plain }) => ratesOf(ours).balanced < ratesOf(plain).balanced).length;
  return {
    name: 'vad',
    rows,
    more: [unlabelled],
    figures: {
      framesPerS: 100,
      collarS: 0,
      meetings: real.length === 0 ? null : { ours: pooled('ours'), plain: pooled('plain') },
      edgesCutShare: goalCases.reduce((sum, { cutShare }) => sum + cutShare, 0) / goalCases.length,
      worst: { name: worst.name, ...ratesOf(worst.ours) },
    },
    goals: [
      goal(
        `balanced error, mean of ${errors.length} synthetic cases at 10 dB and above (${worstText})`,
        mean,
        '%',
        '<=',
        4,
      ),
      goal(
        'balanced error of the meetings together, beside plain Silero v5',
        real.length === 0 ? null : pooled('ours').balanced,
        '%',
        '<=',
        round(pooled('plain').balanced),
      ),
      goal(
        'meetings where ours is better than plain Silero v5',
        real.length === 0 ? null : better,
        'meetings',
        '>=',
        real.length,
      ),
    ],
  };
}
