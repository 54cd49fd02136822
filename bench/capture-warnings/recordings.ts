/**
 * Real recordings and the project's synthetic speech, unchanged. Their faults are measured by an independent method.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SoundWarning } from '#wasm/live/live-monitor.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { concat } from '#wasm/testing/signals.ts';
import { decodeNative, manifestRows } from '../quality/clean-set.ts';
import { speechAndOwnNoise, type Sound } from '../quality/degrade.ts';
import { fullScale, withinS, type WarningCase } from './warning-case.ts';

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
const fixtures = ['de_conversation.wav', 'de_1.wav', 'en_1.wav', 'fr_1.wav', 'it_1.wav'];
const maxS = 60;
/** Shorter recordings are repeated up to this length, s, because a warning needs time. */
const minS = 20;

/** Files that are clipped: the manifest says so, or a seventh of the file has flat tops. */
const clippedFiles = /clipped|vad\/ricky0123-test|vad\/pyannote-empty/;
/** Files with corrupted bytes, which decode to bursts 11 dB over full scale. */
const burstFiles = /jfk-bitrot/;
const withoutSpeech: Record<string, SoundWarning> = {
  'derived/silence-30s.wav': 'no_sound',
  'vad/aeneas-zero.wav': 'no_sound',
  'noise/speechbrain-noise4.wav': 'noisy',
};

/**
 * Thresholds of an independent measure (ITU-T P.56): level of the speech, dBFS, and speech above the quietest 5 %, dB.
 * Values between the two thresholds are undecided.
 */
const quiet = { surely: -48, surelyNot: -42 };
const noisy = { surely: 8, surelyNot: 16 };

const toDb = (power: number) => 10 * Math.log10(power);

export function monoOf({ samples, sampleRate, channels }: Sound): Sound {
  const mono = Float32Array.from({ length: samples.length / channels }, (_, frame) => {
    let sum = 0;
    for (let c = 0; c < channels; c++) sum += samples[frame * channels + c]!;
    return sum / channels;
  });
  return { samples: mono, sampleRate, channels: 1 };
}

export function repeatedTo(sound: Sound, durationS: number): Sound {
  const { samples, sampleRate, channels } = sound;
  const length = Math.round(durationS * sampleRate) * channels;
  return { ...sound, samples: Float32Array.from({ length }, (_, i) => samples[i % samples.length]!) };
}

export const readRecording = (path: string, seconds = maxS): Sound => {
  const sound = decodeNative(path, seconds);
  const durationS = sound.samples.length / sound.channels / sound.sampleRate;
  return durationS < minS ? repeatedTo(sound, Math.ceil(minS / durationS) * durationS) : sound;
};

/**
 * Highest sample rate, Hz. The live measures run at 16 kHz, and cases at 24 kHz take half as long as cases at 48 kHz.
 */
const maxRate = 24_000;

function loweredTo(targetRate: number, sound: Sound): Sound {
  if (sound.sampleRate <= targetRate) return sound;
  const resampler = createMonoResampler({ ...sound, targetRate });
  const samples = concat(resampler.push(sound.samples), resampler.finish());
  return { samples, sampleRate: targetRate, channels: 1 };
}

/** Returns clean mono speech, to which faults are added. */
export function cleanVoices(audioDir: string | null): { name: string; sound: Sound }[] {
  const recorded = [
    'en/jfk.wav',
    'en/librivox-sonnet1.mp3',
    'en/librispeech-2412-153948-0000.flac',
    'en/mfa-acoustic_corpus.wav',
    'de/fleurs-de-001.ogg',
    'de/librivox-simplicissimus.mp3',
    'fr/fleurs-fr-004.ogg',
  ].map((file) => join(audioDir ?? '', file));
  const own = ['de_conversation.wav', 'en_1.wav', 'fr_1.wav'].map((file) => join(fixtureDir, file));
  return [...own, ...(audioDir ? recorded.filter((path) => existsSync(path)) : [])].map((path) => ({
    name: path.split('/').at(-1)!.replace(/\..*$/, ''),
    sound: loweredTo(maxRate, monoOf(readRecording(path, 32))),
  }));
}

function judged(name: string, sound: Sound): WarningCase {
  const must = (warning: SoundWarning, fromS = 0): WarningCase['must'] => ({
    warning,
    fromS,
    withinS: warning === 'no_sound' ? withinS.noSoundAtFirst : withinS[warning],
  });
  const known = withoutSpeech[name];
  if (known) return { name, sound, must: must(known), may: ['nobody_speaking'] };
  if (clippedFiles.test(name))
    return { name, sound, must: must('clipping', fullScale(sound).fromS), may: ['noisy'] };
  const { speech, noise } = speechAndOwnNoise(monoOf(sound));
  const speechDbfs = toDb(speech);
  const snrDb = toDb(speech / Math.max(noise, 1e-12));
  const may: SoundWarning[] = burstFiles.test(name) ? ['clipping'] : [];
  if (speechDbfs < quiet.surelyNot) may.push('too_quiet');
  if (snrDb < noisy.surelyNot) may.push('noisy');
  if (speechDbfs < quiet.surely) return { name, sound, must: must('too_quiet'), may };
  if (snrDb < noisy.surely) return { name, sound, must: must('noisy'), may };
  return { name, sound, must: null, may };
}

const isHeard = ({ category = '', file = '', duration_s = '' }: Record<string, string>) =>
  ['speech', 'multi', 'noise', 'derived', 'vad'].includes(category) &&
  Number(duration_s) >= 1 &&
  !/trunc|named-as|streamed|live|video|\.aac|\.au|fragmented/.test(file);

/**
 * Yields one case per recording. The recordings in `audioDir` are those of its manifest, without duplicates in other
 * containers.
 */
export function* recordedCases(audioDir: string | null): Generator<WarningCase> {
  for (const file of fixtures) yield judged(`fixture/${file}`, readRecording(join(fixtureDir, file)));
  if (!audioDir || !existsSync(join(audioDir, 'MANIFEST.tsv'))) return;
  for (const row of manifestRows(audioDir).filter(isHeard)) {
    const file = row['file']!;
    // Half of this recording is an empty room, far below the noise of any microphone, so the case is undecided.
    if (file === 'vad/aeneas-n.wav') continue;
    yield judged(file, readRecording(join(audioDir, file)));
  }
}
