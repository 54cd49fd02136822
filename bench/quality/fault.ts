/** The faults of `eval quality`, and the strength from which on each must be found. */
import type { QualityReason } from '#wasm/measure/verdict.ts';
import {
  noiseOf,
  speechAndOwnNoise,
  to16Bit,
  toStereo,
  unclipped,
  withClipping,
  withDropouts,
  withGain,
  withHum,
  withNarrowBand,
  withNoise,
  withOffset,
  withReverberation,
  type NoiseColour,
  type Sound,
} from './degrade.ts';

export type Case = {
  fault: QualityReason | 'none';
  /** Description of the fault, for example `pink noise 10 dB`. */
  name: string;
  /** If true, the evaluation counts a fault that is not found as an error. If false, it only prints the result. */
  isStated: boolean;
  /** True signal-to-noise ratio, dB, including the clip's own noise. */
  trueSnrDb?: number;
  sound: Sound;
};

export const noiseColours: readonly NoiseColour[] = ['white', 'pink', 'babble'];

const db = (ratio: number) => 10 * Math.log10(ratio);

/** Findings that an added fault really causes as a side effect. They count neither as correct nor as wrong. */
export const trulyCaused: { found: QualityReason; made: RegExp; why: string }[] = [
  {
    found: 'quality.noisy',
    made: /^hum .* 10 dB/,
    why: 'hum 10 dB below speech is noise 10 dB below speech',
  },
  {
    found: 'quality.noisy',
    made: /^reverberation (0\.8|1|1\.25|1\.5) s/,
    why: 'late reverberation fills the pauses',
  },
];

/** Yields a mono clip with every fault at every strength. */
export function* casesOf(clip: Sound, seed: number): Generator<Case> {
  const { samples, sampleRate } = clip;
  const own = speechAndOwnNoise(clip);
  const mono = (out: Float32Array): Sound => ({ samples: to16Bit(out), sampleRate, channels: 1 });
  const stereo = (left: Float32Array, right: Float32Array): Sound => ({
    samples: to16Bit(toStereo(left, right)),
    sampleRate,
    channels: 2,
  });

  for (const [c, colour] of noiseColours.entries()) {
    const noise = noiseOf(colour, samples.length, sampleRate, seed * 8 + c);
    for (const snrDb of [0, 5, 10, 20, 30]) {
      const trueSnrDb = db(own.speech / (own.speech * 10 ** (-snrDb / 10) + own.noise));
      const name = `${colour} noise ${snrDb} dB`;
      const noisy = unclipped(withNoise(samples, noise, own.speech, snrDb));
      yield { fault: 'quality.noisy', name, isStated: snrDb <= 5, trueSnrDb, sound: mono(noisy) };
    }
  }
  for (const overDb of [1, 2, 3, 6, 10, 20])
    yield {
      fault: 'quality.clipping',
      name: `clipping ${overDb} dB over`,
      isStated: overDb >= 3,
      sound: mono(withClipping(samples, overDb)),
    };
  yield {
    fault: 'quality.clipping',
    name: 'clipping 10 dB over, lowered by 6 dB',
    isStated: true,
    sound: mono(withClipping(samples, 10, 6)),
  };
  yield {
    fault: 'quality.too_quiet',
    name: 'level -50 dBFS',
    isStated: true,
    sound: mono(withGain(samples, -50 - db(own.speech))),
  };
  for (const hz of [50, 60])
    for (const belowDb of [10, 15, 30])
      yield {
        fault: 'quality.hum',
        name: `hum ${hz} Hz ${belowDb} dB below speech`,
        isStated: belowDb <= 15,
        sound: mono(unclipped(withHum(clip, hz, own.speech, belowDb))),
      };
  yield {
    fault: 'quality.narrow_band',
    name: '300 to 3,400 Hz',
    isStated: true,
    sound: mono(withNarrowBand(clip)),
  };
  for (const t60S of [0.3, 0.5, 0.8, 1, 1.25, 1.5])
    yield {
      fault: 'quality.reverberant',
      name: `reverberation ${t60S} s`,
      isStated: t60S >= 1,
      sound: mono(withReverberation(clip, t60S, seed)),
    };
  const { samples: dropped, at } = withDropouts(clip, seed);
  if (at.length > 0)
    yield { fault: 'quality.dropouts', name: 'runs of zeros', isStated: true, sound: mono(dropped) };
  const silence = new Float32Array(samples.length);
  const hiss = withGain(noiseOf('white', samples.length, sampleRate, seed), -85);
  yield {
    fault: 'quality.dead_channel',
    name: 'dead channel, zeros',
    isStated: true,
    sound: stereo(silence, samples),
  };
  yield {
    fault: 'quality.dead_channel',
    name: 'dead channel, hiss',
    isStated: true,
    sound: stereo(samples, hiss),
  };
  yield {
    fault: 'quality.inverted_channel',
    name: 'inverted channel',
    isStated: true,
    sound: stereo(
      samples,
      samples.map((s) => -s),
    ),
  };
  yield {
    fault: 'quality.dc_offset',
    name: 'offset 0.05',
    isStated: true,
    sound: mono(withOffset(samples, 0.05)),
  };
}

/**
 * Yields two voices that alternate for 64 s, the second 6 dB lower (people at one table) or 20 dB lower (far apart).
 */
export function* unevenCases({ samples, sampleRate }: Sound): Generator<Case> {
  for (const apartDb of [6, 20]) {
    const turn = samples.length;
    const turns = Math.ceil((64 * sampleRate) / turn);
    const out = new Float32Array(turns * turn);
    for (let i = 0; i < turns; i++) out.set(withGain(samples, i % 2 ? -apartDb : 0), i * turn);
    yield {
      fault: apartDb === 20 ? 'quality.uneven_levels' : 'none',
      name: `speakers ${apartDb} dB apart`,
      isStated: true,
      sound: { samples: to16Bit(out), sampleRate, channels: 1 },
    };
  }
}
