/**
 * Evaluates measures and verdict on clean recordings and on the same recordings with synthetic faults. The true SNR is
 * the active speech level (ITU-T P.56) over the added noise plus the clip's own quietest 5 %, from 94 Hz to 8 kHz. For
 * precision, a finding in a clean clip or under another fault is wrong. For recall, a fault that is not found is
 * missed, even if the clip is too short to tell.
 */
import type { SoundNumbers } from '#wasm/analysis/analysis.ts';
import type { QualityReason } from '#wasm/measure/verdict.ts';
import { cleanSet, decodeMono } from './clean-set.ts';
import { casesOf, trulyCaused, unevenCases, type Case } from './fault.ts';
import { levelRows } from './levels.ts';
import type { Options } from '../main.ts';
import { ensureNativeFfmpeg } from '../native.ts';
import { createLook } from './quality-case.ts';
import { goal, round, type Goal, type Report } from '../report.ts';

/** Shortest turn, s, that the measure can distinguish. Its windows are as long. */
const minTurnS = 8;

const goalOf = { snrErrorDb: 3, precision: 0.95, recall: 0.95, falseShare: 0.02 };

export type Outcome = Pick<Case, 'fault' | 'name' | 'isStated'> & {
  clip: string;
  found: readonly QualityReason[];
  trueSnrDb: number | null;
  snrDb: number | null;
};

const median = (values: number[]): number | null =>
  values.length === 0 ? null : values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** Returns precision and recall of one fault; null without data. */
export function scoresOf(fault: QualityReason, outcomes: readonly Outcome[]) {
  let [hits, missed, wrong] = [0, 0, 0];
  const wrongIn: string[] = [];
  for (const { fault: made, name, isStated, clip, found } of outcomes) {
    const isFound = found.includes(fault);
    if (made === fault) {
      if (isStated && isFound) hits++;
      else if (isStated) missed++;
    } else if (isFound && !trulyCaused.some((cause) => cause.found === fault && cause.made.test(name))) {
      wrong++;
      wrongIn.push(`${clip} (${name})`);
    }
  }
  return {
    stated: hits + missed,
    precision: hits + wrong === 0 ? null : hits / (hits + wrong),
    recall: hits + missed === 0 ? null : hits / (hits + missed),
    wrongIn,
  };
}

async function outcomesOf(audioDir: string | null) {
  const look = createLook();
  const { clips, without } = cleanSet(audioDir);
  const outcomes: Outcome[] = [];
  let speakers = 0;
  const note = (clip: string, one: Omit<Case, 'sound'>, { verdict, measures }: SoundNumbers) => {
    const { fault, name, isStated, trueSnrDb = null } = one;
    const found = verdict.reasons.map(({ code }) => code);
    outcomes.push({ clip, fault, name, isStated, found, trueSnrDb, snrDb: measures.snrDb });
  };
  for (const [index, clip] of clips.entries()) {
    note(clip.name, { fault: 'none', name: 'clean', isStated: true }, await look(clip));
    if (clip.isCopy) continue;
    const mono = decodeMono(clip);
    for (const { sound, ...one } of casesOf(mono, index + 1)) note(clip.name, one, await look(sound));
    const isOneSpeaker = !clip.name.startsWith('multi/') && mono.samples.length >= minTurnS * mono.sampleRate;
    if (!isOneSpeaker || ++speakers % 2 > 0) continue;
    for (const { sound, ...one } of unevenCases(mono)) note(clip.name, one, await look(sound));
  }
  return { outcomes, clips, without };
}

function strengthRows(outcomes: readonly Outcome[]): Report['rows'] {
  const groups = Map.groupBy(outcomes, ({ name }) => name);
  return [...groups].map(([name, group]) => {
    const { fault, isStated } = group[0]!;
    const found = group.filter(({ found }) => found.includes(fault as QualityReason)).length;
    const others = new Map<string, number>();
    for (const code of group.flatMap(({ found }) => found))
      if (code !== fault) others.set(code, (others.get(code) ?? 0) + 1);
    const errors = group.flatMap(({ snrDb, trueSnrDb }) =>
      snrDb === null || trueSnrDb === null ? [] : [snrDb - trueSnrDb],
    );
    const error = median(errors);
    return {
      made: name,
      clips: group.length,
      stated: fault === 'none' ? '' : isStated ? 'yes' : 'no',
      found: fault === 'none' ? '' : `${found}`,
      'SNR error dB': error === null ? '' : error.toFixed(1),
      'of size': error === null ? '' : median(errors.map(Math.abs))!.toFixed(1),
      'found besides': [...others].map(([code, count]) => `${code.slice(8)} ${count}`).join(', '),
    };
  });
}

const faults: QualityReason[] = [
  'quality.noisy',
  'quality.clipping',
  'quality.too_quiet',
  'quality.hum',
  'quality.narrow_band',
  'quality.reverberant',
  'quality.dropouts',
  'quality.dead_channel',
  'quality.inverted_channel',
  'quality.dc_offset',
  'quality.uneven_levels',
];

export async function measure({ audioDir }: Options): Promise<Report> {
  if (!ensureNativeFfmpeg()) throw new Error('ffmpeg, which decodes the recordings, cannot be had here');
  const { outcomes, clips, without } = await outcomesOf(audioDir);
  const clean = outcomes.filter(({ fault, name }) => fault === 'none' && name === 'clean');
  console.log(`Clean set (${clips.length}; = copies of a recording, no faults are laid over them):`);
  for (const { clip, found } of clean) {
    const isCopy = clips.some(({ name, isCopy }) => name === clip && isCopy);
    console.log(`  ${isCopy ? '=' : ' '} ${clip}${found.length > 0 ? `  ← ${found.join(', ')}` : ''}`);
  }
  console.log('Left out, with the reason:');
  for (const [name, reason] of without) console.log(`    ${name}: ${reason}`);
  console.log('Not counted, since truly caused:');
  for (const { found, made, why } of trulyCaused) console.log(`    ${found} in ${made.source}: ${why}`);

  const goals: Goal[] = [];
  const errors = outcomes.flatMap(({ snrDb, trueSnrDb }) =>
    snrDb === null || trueSnrDb === null ? [] : [Math.abs(snrDb - trueSnrDb)],
  );
  goals.push(goal('SNR error, median', median(errors), 'dB', '<=', goalOf.snrErrorDb));
  console.log('Faults at their stated strength:');
  for (const fault of faults) {
    const { stated, precision, recall, wrongIn } = scoresOf(fault, outcomes);
    console.log(
      `    ${fault}: ${stated} made; wrongly found in ${wrongIn.length}: ${wrongIn.slice(0, 6).join('; ')}`,
    );
    goals.push(goal(`${fault} precision`, precision, '', '>=', goalOf.precision));
    goals.push(goal(`${fault} recall`, recall, '', '>=', goalOf.recall));
  }
  const flagged = clean.filter(({ found }) => found.length > 0).length;
  goals.push(goal('clean clips with a fault', flagged / clean.length, '', '<=', goalOf.falseShare));
  if (audioDir) {
    const levels = await levelRows(audioDir);
    goals.push(...levels.goals);
    console.log('Loudness (LUFS) and true peak (dBTP), ours and of ffmpeg:');
    for (const row of levels.rows)
      console.log(
        `    ${row['file']}: ${row['LUFS']} and ${row['ffmpeg LUFS']}, ${row['dBTP']} and ${row['ffmpeg dBTP']}`,
      );
  }
  console.log('');
  const figures = {
    clips: clips.length,
    outcomes: outcomes.length,
    medianSnrErrorDb: round(median(errors) ?? 0),
  };
  return { name: 'quality', rows: strengthRows(outcomes), figures, goals };
}
