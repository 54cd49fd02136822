/** Compares loudness and true peak with ffmpeg's `ebur128` on all recordings of a folder. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createReferenceLoudness } from '#wasm/reference/loudness.ts';
import { createReferenceTruePeak } from '#wasm/reference/true-peak.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { goal, round, type Goal, type Report } from '../report.ts';

/** Loudness in LUFS, range in LU and true peak in dBTP; null if there is no value (silence, or too short). */
export type Levels = { integratedLufs: number | null; rangeLu: number | null; dbtp: number | null };

/**
 * Lowest and highest loudness that ffmpeg reports. It reports its floor if nothing passes the gate, -inf for digital
 * silence, and no value above the end of its histogram.
 */
const gateLufs = -70;
const ceilingLufs = 10;

/**
 * Parses the summary of `ebur128=peak=true+sample`. ffmpeg's resampler drops the last milliseconds, so a click there
 * appears only in the sample peak. The larger of the two peaks is used.
 */
export function ebur128Summary(log: string): Levels | null {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const readAll = (name: string) =>
    [...summary.matchAll(new RegExp(`\\b${name}:\\s*(-?\\d[\\d.]*) `, 'g'))].map(([, text]) => Number(text));
  if (!summary.startsWith('Summary:')) return null;
  const [lufs = gateLufs] = readAll('I');
  const [rangeLu = null] = readAll('LRA');
  const peaks = readAll('Peak');
  return {
    integratedLufs: lufs <= gateLufs ? null : lufs,
    rangeLu,
    dbtp: peaks.length === 0 ? null : Math.max(...peaks),
  };
}

/** Measures and decodes in one run of ffmpeg. Returns null if ffmpeg cannot read the file. */
function readByFfmpeg(path: string) {
  const filter = 'ebur128=peak=true+sample:framelog=verbose';
  const args = ['-hide_banner', '-nostats', '-nostdin', '-i', path, '-map', '0:a:0', '-af', filter];
  const { stdout, stderr } = spawnSync('ffmpeg', [...args, '-c:a', 'pcm_f32le', '-f', 'wav', '-'], {
    maxBuffer: 2 ** 30,
  });
  const theirs = ebur128Summary(stderr.toString());
  if (!theirs || stdout.length < 44) return null;
  return { theirs, ...fromWav(stdout) };
}

function measureOurs(sound: { samples: Float32Array; sampleRate: number; channels: number }): Levels {
  const loudness = createReferenceLoudness(sound);
  const truePeak = createReferenceTruePeak(sound);
  const blockSamples = 8_192 * sound.channels;
  for (let at = 0; at < sound.samples.length; at += blockSamples) {
    const block = sound.samples.subarray(at, at + blockSamples);
    loudness.push(block);
    truePeak.push(block);
  }
  const { integratedLufs, loudnessRangeLu } = loudness.result();
  return { integratedLufs, rangeLu: loudnessRangeLu, dbtp: truePeak.dbtp() };
}

const difference = (ours: number | null, theirs: number | null) =>
  ours === null || theirs === null ? null : Math.abs(ours - theirs);
const cell = (value: number | null) => (value === null ? '–' : round(value));

/**
 * Returns one row per file, and the goals: differences of at most 0.1 LU and 0.2 dB on every file that both can read.
 */
export async function levelRows(audioDir: string): Promise<{ rows: Report['rows']; goals: Goal[] }> {
  const rows: Report['rows'] = [];
  const differences: Record<'loudness' | 'peak' | 'range', number[]> = { loudness: [], peak: [], range: [] };
  let onlyOne = 0;
  const files = readdirSync(audioDir, { recursive: true }).map(String).toSorted();
  for (const file of files) {
    const path = join(audioDir, file);
    if (!statSync(path).isFile() || /\.(tsv|rttm|txt|md)$/.test(file)) continue;
    const read = readByFfmpeg(path);
    if (!read) continue;
    const { theirs } = read;
    const ours = measureOurs(read);
    const loudness = difference(
      ours.integratedLufs && Math.min(ceilingLufs, ours.integratedLufs),
      theirs.integratedLufs,
    );
    const peak = difference(ours.dbtp, theirs.dbtp);
    const range = difference(ours.rangeLu, theirs.rangeLu);
    if (loudness !== null) differences.loudness.push(loudness);
    if (peak !== null) differences.peak.push(peak);
    if (range !== null) differences.range.push(range);
    if ((ours.integratedLufs === null) !== (theirs.integratedLufs === null)) onlyOne++;
    rows.push({
      file,
      Hz: read.sampleRate,
      channels: read.channels,
      LUFS: cell(ours.integratedLufs),
      'ffmpeg LUFS': cell(theirs.integratedLufs),
      'off LU': cell(loudness),
      dBTP: cell(ours.dbtp),
      'ffmpeg dBTP': cell(theirs.dbtp),
      'off dB': cell(peak),
      'LRA off LU': cell(range),
    });
  }
  const worst = (values: number[]) => (values.length === 0 ? null : Math.max(...values));
  return {
    rows,
    goals: [
      goal(
        `loudness beside ebur128, worst of ${differences.loudness.length} files`,
        worst(differences.loudness),
        'LU',
        '<=',
        0.1,
      ),
      goal(
        `true peak beside ebur128, worst of ${differences.peak.length} files`,
        worst(differences.peak),
        'dB',
        '<=',
        0.2,
      ),
      goal('files to which only one of the two gives a loudness', onlyOne, 'files', '<=', 0),
    ],
  };
}
