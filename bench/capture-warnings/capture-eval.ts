/**
 * Evaluates the warnings during recording: they must come in time if their cause is present, never otherwise, and must
 * not begin and end again and again. Also evaluates the delay of the sound check. The parameters were tuned on every
 * other case (`tuned`); the rest is held out.
 */
import { soundWarnings, type SoundWarning } from '#wasm/live/live-monitor.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { goal, round, type Goal, type Report } from '../report.ts';
import { faultsOf, harmlessOf, silencesOf } from './computed.ts';
import { cleanVoices, recordedCases } from './recordings.ts';
import { runMonitor, type Heard } from './run-monitor.ts';
import type { WarningCase } from './warning-case.ts';

export type Outcome = Pick<WarningCase, 'name' | 'must' | 'may'> & { heard: Heard; isTuned: boolean };

const maxVerdictS = 3;
const maxChangesPerMinute = 2;
const leastNegatives = 20;

function* allCases(audioDir: string | null): Generator<WarningCase> {
  const voices = cleanVoices(audioDir);
  for (const [i, voice] of voices.entries()) {
    yield* faultsOf(voice, i + 1);
    if (i % 3 === 0) yield* silencesOf(voice, i + 1);
    yield* harmlessOf(voice, voices[(i + 1) % voices.length]!, i + 1);
  }
  yield* recordedCases(audioDir);
}

/**
 * Returns the time from the beginning of the cause to the warning, s, or null if the warning never came. A warning
 * before its cause is a false one.
 */
export function warningDelayS({ must, heard }: Pick<Outcome, 'must' | 'heard'>): number | null {
  if (!must) return null;
  const span = heard.spans.find(
    ({ warning, toS }) => warning === must.warning && (toS ?? Infinity) > must.fromS,
  );
  return span ? Math.max(0, span.fromS - must.fromS) : null;
}

/** Returns the warnings that came without their cause, or before it. */
export function falseWarnings({ must, may, heard }: Pick<Outcome, 'must' | 'may' | 'heard'>): SoundWarning[] {
  const isFalse = ({ warning, fromS }: Heard['spans'][number]) =>
    !may.includes(warning) && (warning !== must?.warning || fromS < must.fromS - 0.05);
  return [...new Set(heard.spans.filter(isFalse).map(({ warning }) => warning))];
}

/** Returns how often warnings begin and end per minute. The beginning of the required warning does not count. */
export function changesPerMinute({ must, heard }: Pick<Outcome, 'must' | 'heard'>): number {
  const changes = heard.spans.reduce((sum, { toS }) => sum + (toS === null ? 1 : 2), 0);
  return (Math.max(0, changes - (must ? 1 : 0)) * 60) / Math.max(60, heard.durationS);
}

export function rowsOf(outcomes: readonly Outcome[]) {
  return soundWarnings.map((warning) => {
    const positive = outcomes.filter(({ must }) => must?.warning === warning);
    const negative = outcomes.filter(({ must, may }) => must?.warning !== warning && !may.includes(warning));
    const inTime = (outcome: Outcome) => (warningDelayS(outcome) ?? Infinity) <= outcome.must!.withinS;
    const missed = positive.filter((outcome) => !inTime(outcome));
    const falseIn = outcomes.filter((outcome) => falseWarnings(outcome).includes(warning));
    const times = positive.flatMap((outcome) => warningDelayS(outcome) ?? []).toSorted((a, b) => a - b);
    return { warning, positive, negative, missed, falseIn, times };
  });
}

export async function measure({ audioDir, only }: Options): Promise<Report> {
  if (!ensureNativeFfmpeg()) throw new Error('ffmpeg, which decodes the recordings, cannot be had here');
  const outcomes: Outcome[] = [];
  let soundS = 0;
  let busyMs = 0;
  let index = 0;
  for (const { name, must, may, sound, useAt } of allCases(audioDir)) {
    const isTuned = index++ % 2 === 0;
    if ((only === 'tuned' && !isTuned) || (only === 'others' && isTuned)) continue;
    const startedAt = performance.now();
    const heard = await runMonitor(sound, useAt);
    busyMs += performance.now() - startedAt;
    soundS += heard.durationS;
    outcomes.push({ name, must, may, heard, isTuned });
  }
  const goals: Goal[] = [];
  const rows: Report['rows'] = [];
  for (const { warning, positive, negative, missed, falseIn, times } of rowsOf(outcomes)) {
    const others = positive.filter(({ isTuned }) => !isTuned);
    rows.push({
      warning,
      'must be told': positive.length,
      'in time': positive.length - missed.length,
      'of the others': `${others.filter((one) => !missed.includes(one)).length} of ${others.length}`,
      'median s': times.length ? times[times.length >> 1]!.toFixed(1) : '–',
      'latest s': times.length ? times.at(-1)!.toFixed(1) : '–',
      'limit s': [...new Set(positive.map(({ must }) => must!.withinS))].join(' or '),
      'must not': negative.length,
      'told falsely': falseIn.length,
    });
    for (const one of missed)
      console.log(`missed   ${warning}: ${one.name} (${warningDelayS(one)?.toFixed(1) ?? 'never'} s)`);
    for (const { name, heard } of falseIn) {
      const at = heard.spans
        .filter((span) => span.warning === warning)
        .map(({ fromS, toS }) => `${fromS.toFixed(1)}–${toS?.toFixed(1) ?? ''}`);
      console.log(`falsely  ${warning}: ${name} at ${at.join(', ')} s`);
    }
    goals.push(
      goal(
        `${warning} told in time`,
        positive.length ? 1 - missed.length / positive.length : null,
        '',
        '>=',
        0.95,
      ),
    );
    goals.push(
      goal(
        `${warning} told falsely`,
        negative.length ? falseIn.length / negative.length : null,
        '',
        '<=',
        0.02,
      ),
    );
    goals.push(goal(`${warning}: sounds that must not raise it`, negative.length, '', '>=', leastNegatives));
  }
  const latest = outcomes.reduce((max, { heard }) => Math.max(max, heard.verdictS ?? Infinity), 0);
  const flapping = outcomes.map((outcome) => ({ name: outcome.name, changes: changesPerMinute(outcome) }));
  const worst = flapping.toSorted((a, b) => b.changes - a.changes)[0]!;
  goals.push(goal('first answer of the sound check, latest', latest, 's', '<=', maxVerdictS));
  goals.push(goal(`changes a minute, worst (${worst.name})`, worst.changes, '', '<=', maxChangesPerMinute));
  const verdictChanges = outcomes.map(
    ({ heard }) => ((heard.verdicts.length - 1) * 60) / Math.max(60, heard.durationS),
  );
  console.log('');
  const figures = {
    cases: outcomes.length,
    soundS: round(soundS),
    'times real time': round((soundS * 1000) / busyMs),
    meanChangesPerMinute: round(flapping.reduce((sum, { changes }) => sum + changes, 0) / flapping.length),
    meanVerdictChangesPerMinute: round(verdictChanges.reduce((a, b) => a + b, 0) / verdictChanges.length),
  };
  return { name: 'capture', rows, figures, goals };
}
