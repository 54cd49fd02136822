/**
 * Compares the network with and without the gate before it: the frames that the gate saves, and the differences of the
 * result.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { createVoiceActivity } from '#wasm/speech/activity.ts';
import type { DetectCounts, DetectOptions } from '#wasm/speech/silero.ts';
import { loadKernel } from '../../tools/kernel.ts';
import { round, type Report } from '../report.ts';
import { syntheticCases } from './vad-cases.ts';
import { readVoice } from './wav-in.ts';

type Heard = { probabilities: number[]; regions: TimeSpan[] };

export type GateCounts = {
  recordings: number;
  frames: number;
  silent: number;
  /** Number of speech frames (probability of at least 0.5) that are lost by the gate. */
  lost: number;
  /** Number of frames whose probability differs at all. */
  different: number;
  otherRegions: number;
};

const blockSamples = 16_000;
const isSound = /\.(3gp|aac|adts|aiff?|amr|au|avi|flac|m4[ab]|mka|mp[34]|ogg|opus|wav|webm)$/;

async function hear(samples: Float32Array, options: DetectOptions): Promise<Heard> {
  const probabilities: number[] = [];
  const activity = createVoiceActivity({
    detect: loadKernel().createDetect(options),
    look: (_, block) => void probabilities.push(...block),
  });
  for (let at = 0; at < samples.length; at += blockSamples)
    await activity.push(samples.subarray(at, at + blockSamples));
  return { probabilities, regions: await activity.finish() };
}

async function compare(all: Iterable<Float32Array>): Promise<GateCounts> {
  const sums = { recordings: 0, frames: 0, silent: 0, lost: 0, different: 0, otherRegions: 0 };
  for (const samples of all) {
    let counts: DetectCounts = { frames: 0, silent: 0 };
    const gated = await hear(samples, { onCounts: (latest) => (counts = latest) });
    const ungated = await hear(samples, { isGated: false });
    sums.recordings++;
    sums.frames += counts.frames;
    sums.silent += counts.silent;
    for (const [i, expected] of ungated.probabilities.entries()) {
      const found = gated.probabilities[i]!;
      if (found !== expected) sums.different++;
      if (expected >= 0.5 && found < 0.5) sums.lost++;
    }
    if (JSON.stringify(gated.regions) !== JSON.stringify(ungated.regions)) sums.otherRegions++;
  }
  return sums;
}

/** Yields all recordings that can be decoded. Some are broken on purpose. */
function* recordingsOf(audioDir: string): Generator<Float32Array> {
  for (const file of readdirSync(audioDir, { recursive: true }).map(String).toSorted()) {
    if (!isSound.test(file)) continue;
    let samples: Float32Array;
    try {
      samples = readVoice(join(audioDir, file));
    } catch {
      continue;
    }
    if (samples.length > 0) yield samples;
  }
}

function* syntheticOf(audioDir: string | null): Generator<Float32Array> {
  for (const { samples } of syntheticCases(audioDir)) yield samples;
}

/** Returns one row for the synthetic cases of `eval vad`, and one for the recordings of `audioDir`. */
export async function gateCounts(
  audioDir: string | null,
): Promise<{ rows: Report['rows']; all: GateCounts[] }> {
  const sets: [string, Iterable<Float32Array>][] = [['synthetic cases', syntheticOf(audioDir)]];
  if (audioDir) sets.push(['recordings', recordingsOf(audioDir)]);
  const rows: Report['rows'] = [];
  const all: GateCounts[] = [];
  for (const [what, sounds] of sets) {
    const counts = await compare(sounds);
    all.push(counts);
    rows.push({
      'the gate on': what,
      recordings: counts.recordings,
      frames: counts.frames,
      'kept from the network %': round((100 * counts.silent) / counts.frames),
      'frames of speech lost': counts.lost,
      'other probabilities': counts.different,
      'other regions': counts.otherRegions,
    });
  }
  return { rows, all };
}
