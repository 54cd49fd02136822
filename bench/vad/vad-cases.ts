import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { mixtures, music, repeated, roomNoise, silent, type Mixture } from './mixtures.ts';
import { parseRttm, unionOf } from './rttm.ts';
import { readVoice } from './wav-in.ts';

/** `isGoal` is true if the goal of 4 % applies. */
export type Case = { name: string; samples: Float32Array; speech: TimeSpan[]; isGoal: boolean };

const goalFromDb = 10;
const recordedNoise = 'noise/speechbrain-noise4.wav';

export function syntheticCases(audioDir: string | null): Case[] {
  const path = audioDir && join(audioDir, recordedNoise);
  const recorded: Record<string, (length: number) => Float32Array> =
    path && existsSync(path) ? { 'recorded noise': repeated(readVoice(path)) } : {};
  const computed = { silence: silent, room: roomNoise, music };
  const quiet = mixtures(computed, { speechDbfs: -60, ratiosDb: [10, 20] });
  const far = mixtures(computed, { farDb: 24, ratiosDb: [34] });
  const named =
    (prefix: string, offsetDb = 0) =>
    (mixture: Mixture): Case => {
      const ratioDb = mixture.snrDb - offsetDb;
      const ratio = ratioDb === Infinity ? '' : ` ${ratioDb} dB`;
      return { ...mixture, name: `${prefix}${mixture.background}${ratio}`, isGoal: ratioDb >= goalFromDb };
    };
  return [
    ...mixtures({ ...computed, ...recorded }).map(named('')),
    ...quiet.map(named('speech at -60 dBFS, ')),
    ...far.map(named('every other voice 24 dB lower, ', 24)),
  ];
}

export function meetings(audioDir: string): Case[] {
  return readdirSync(audioDir, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.rttm') && existsSync(join(audioDir, file.replace(/rttm$/, 'wav'))))
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.rttm$/, ''),
      samples: readVoice(join(audioDir, file.replace(/rttm$/, 'wav'))),
      speech: unionOf(parseRttm(readFileSync(join(audioDir, file), 'utf8')).map(({ span }) => span)),
      isGoal: true,
    }));
}
