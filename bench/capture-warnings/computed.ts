/** Synthetic faults of microphones, and harmless sounds. Times are in s, levels in dB. */
import { concat, mix, noise, silence } from '#wasm/testing/signals.ts';
import type { SoundWarning } from '#wasm/live/live-monitor.ts';
import {
  noiseOf,
  speechAndOwnNoise,
  to16Bit,
  toStereo,
  unclipped,
  withClipping,
  withGain,
  withHum,
  withNoise,
  withReverberation,
  type Sound,
} from '../quality/degrade.ts';
import { musicOf } from '../vad/music.ts';
import { withEcho } from './echo-path.ts';
import { fullScale, withinS, type WarningCase } from './warning-case.ts';

type Voice = { name: string; sound: Sound };
type Change = { fromS?: number; may?: SoundWarning[]; useAt?: WarningCase['useAt'] };

const toDb = (power: number) => 10 * Math.log10(power);
const cutS = (samples: Float32Array, rate: number, fromS: number, toS: number) =>
  samples.subarray(Math.round(fromS * rate), Math.round(toS * rate));
/** Amplifies the speech to -26 dBFS, a good level for a recording. */
function levelled({ sound }: Voice): { samples: Float32Array; rate: number; speech: number } {
  const { speech } = speechAndOwnNoise(sound);
  const samples = withGain(sound.samples, -26 - toDb(speech));
  return { samples, rate: sound.sampleRate, speech: 10 ** -2.6 };
}

/** Yields the cases that require a warning. `seed` is the number of the voice. */
export function* faultsOf(voice: Voice, seed: number): Generator<WarningCase> {
  const { samples, rate, speech } = levelled(voice);
  const quietRoom = (seconds: number, dbfs = -62) => noise(dbfs, seconds, rate, seed + 1);
  const inRoom = mix(samples, quietRoom(samples.length / rate));
  const made = (
    warning: SoundWarning,
    name: string,
    sound: Float32Array,
    { fromS = 0, may = [], useAt }: Change = {},
  ): WarningCase => {
    const isFirst = warning === 'no_sound' && fromS === 0;
    const must = { warning, fromS, withinS: isFirst ? withinS.noSoundAtFirst : withinS[warning] };
    const full = { samples: to16Bit(sound), sampleRate: rate, channels: 1 };
    return { name: `${name}, ${voice.name}`, must, may, sound: full, ...(useAt ? { useAt } : {}) };
  };
  const first = (seconds: number) => cutS(inRoom, rate, 0, seconds);

  yield made('no_sound', 'switched off after 12 s', concat(first(12), silence(12, rate)), { fromS: 12 });
  yield made('no_sound', 'plug pulled after 12 s', concat(first(12), noise(-84, 12, rate)), { fromS: 12 });
  for (const dbfs of [-50, -60])
    yield made('too_quiet', `speech at ${dbfs} dBFS`, withGain(inRoom, dbfs + 26));
  yield made('too_quiet', 'walks away after 10 s', concat(first(10), withGain(samples, -28)), {
    fromS: 10,
    may: ['noisy'],
  });
  for (const overDb of [6, 12, 20]) {
    const cut = made('clipping', `${overDb} dB over`, withClipping(samples, overDb));
    const { fromS, isOften } = fullScale(cut.sound);
    // In a single voice one shout can be 6 dB louder than the rest.
    yield isOften ? { ...cut, must: { ...cut.must!, fromS } } : { ...cut, must: null, may: ['clipping'] };
  }
  for (const [c, colour] of (['white', 'pink', 'babble'] as const).entries())
    for (const snrDb of [0, 5]) {
      const other = noiseOf(colour, samples.length, rate, seed * 8 + c);
      yield made('noisy', `${colour} noise ${snrDb} dB`, unclipped(withNoise(samples, other, speech, snrDb)));
    }
  const fan = noiseOf('pink', samples.length, rate, seed);
  const later = fan.map((sample, i) => (i < 10 * rate ? 0 : sample));
  yield made('noisy', 'noise 3 dB after 10 s', unclipped(withNoise(inRoom, later, speech, 3)), { fromS: 10 });
  for (const hz of [50, 60])
    for (const belowDb of [8, 15]) {
      const sound = { samples: inRoom, sampleRate: rate, channels: 1 };
      const name = `hum ${hz} Hz ${belowDb} dB below`;
      yield made('hum', name, unclipped(withHum(sound, hz, speech, belowDb)), { may: ['noisy'] });
    }
  for (const [delayS, belowDb, roomS] of echoes)
    yield made(
      'echo',
      `copy ${delayS * 1000} ms ${belowDb} dB${roomS ? `, room ${roomS} s` : ''}`,
      unclipped(
        withEcho({ samples: inRoom, sampleRate: rate, channels: 1 }, { delayS, belowDb, roomS, seed }),
      ),
    );
  yield made(
    'echo',
    'copy 180 ms 10 dB, clocks 40 ppm apart',
    unclipped(
      withEcho(
        { samples: inRoom, sampleRate: rate, channels: 1 },
        { delayS: 0.18, belowDb: 10, roomS: 0.3, seed, driftPpm: 40 },
      ),
    ),
  );
}

const echoes: [delayS: number, belowDb: number, roomS: number][] = [
  [0.06, 6, 0.3],
  [0.1, 12, 0],
  [0.15, 12, 0.4],
  [0.25, 16, 0.3],
  [0.35, 10, 0.5],
  [0.5, 6, 0.3],
  [0.5, 20, 0],
  [0.3, 20, 0.3],
];

/** Yields cases without speech, or with silence after speech. */
export function* silencesOf(voice: Voice, seed: number): Generator<WarningCase> {
  const { samples, rate } = levelled(voice);
  const sound = (out: Float32Array): Sound => ({ samples: to16Bit(out), sampleRate: rate, channels: 1 });
  const room = (seconds: number, dbfs: number) => withGain(noiseOf('pink', seconds * rate, rate, seed), dbfs);
  const speech = mix(samples.subarray(0, 15 * rate), room(15, -62));
  const first = { warning: 'no_sound', fromS: 0, withinS: withinS.noSoundAtFirst } as const;
  yield { name: 'zeros', must: first, may: [], sound: sound(silence(12, rate)) };
  yield { name: 'last bit of a converter', must: first, may: [], sound: sound(noise(-92, 12, rate)) };
  yield { name: 'dead with an offset', must: first, may: [], sound: sound(silence(12, rate).fill(0.02)) };
  for (const dbfs of [-62, -48])
    yield {
      name: `${dbfs} dBFS room, nobody`,
      must: { warning: 'nobody_speaking', fromS: 0, withinS: withinS.nobody_speaking },
      may: [],
      sound: sound(room(40, dbfs)),
    };
  for (const dbfs of [-30, -24])
    yield {
      name: `${dbfs} dBFS noise, nobody`,
      must: { warning: 'noisy', fromS: 0, withinS: withinS.noisy },
      may: ['nobody_speaking'],
      sound: sound(room(30, dbfs)),
    };
  yield {
    name: 'loud music, nobody',
    must: { warning: 'noisy', fromS: 0, withinS: withinS.noisy },
    may: ['nobody_speaking', 'clipping'],
    sound: sound(withGain(musicOf(30 * rate, rate, seed + 3), -6)),
  };
  yield {
    name: 'hum -40 dBFS, nobody',
    must: { warning: 'hum', fromS: 0, withinS: withinS.hum },
    may: ['nobody_speaking', 'noisy'],
    sound: sound(withHum({ samples: room(30, -66), sampleRate: rate, channels: 1 }, 50, 1e-4, 0)),
  };
  yield {
    name: `130 s of silence after ${voice.name}`,
    must: { warning: 'long_silence', fromS: 15, withinS: withinS.long_silence },
    may: [],
    sound: sound(concat(speech, room(132, -62))),
  };
}

export function* harmlessOf(voice: Voice, other: Voice, seed: number): Generator<WarningCase> {
  const { samples, rate, speech } = levelled(voice);
  const length = samples.length;
  const room = (seconds: number, dbfs = -62) =>
    withGain(noiseOf('pink', Math.round(seconds * rate), rate, seed), dbfs);
  const inRoom = mix(samples, room(length / rate));
  const mono = (out: Float32Array): Sound => ({ samples: to16Bit(out), sampleRate: rate, channels: 1 });
  const fine = (name: string, sound: Sound, { may = [], useAt }: Change = {}): WarningCase => ({
    name: `${name}, ${voice.name}`,
    must: null,
    may,
    sound,
    ...(useAt ? { useAt } : {}),
  });
  const roomy = (t60S: number) => withReverberation({ samples, sampleRate: rate, channels: 1 }, t60S, seed);

  for (const t60S of [0.3, 0.8, 1.5])
    yield fine(`reverberation ${t60S} s`, mono(roomy(t60S)), { may: t60S > 0.8 ? ['noisy'] : [] });
  for (const snrDb of [20, 30])
    yield fine(
      `pink noise ${snrDb} dB`,
      mono(unclipped(withNoise(samples, noiseOf('pink', length, rate, seed), speech, snrDb))),
    );
  yield fine(
    'hum 32 dB below',
    mono(withHum({ samples: inRoom, sampleRate: rate, channels: 1 }, 50, speech, 32)),
  );
  const music = musicOf(length, rate, seed + 5);
  const musicPower = speechAndOwnNoise({ samples: music, sampleRate: rate, channels: 1 }).speech;
  yield fine('music 20 dB below', mono(mix(inRoom, withGain(music, -46 - toDb(musicPower)))));
  yield fine('speech at -40 dBFS', mono(withGain(inRoom, -14)));
  const loudest = inRoom.reduce((max, s) => Math.max(max, Math.abs(s)), 0);
  yield fine('peaks at full scale', mono(inRoom.map((s) => (s / loudest) * 0.999)));
  yield fine('inverted channel', {
    samples: toStereo(
      inRoom,
      inRoom.map((s) => -s),
    ),
    sampleRate: rate,
    channels: 2,
  });
  yield fine('dead channel', {
    samples: toStereo(silence(length / rate, rate), inRoom),
    sampleRate: rate,
    channels: 2,
  });
  const shout = inRoom.slice();
  for (let i = 9 * rate; i < 9.08 * rate; i++)
    shout[Math.round(i)] = Math.max(-1, Math.min(1, shout[Math.round(i)]! * 60));
  yield fine('one shout', mono(shout));
  const part = cutS(samples, rate, 0, 6);
  const zeros = (seconds: number) => silence(seconds, rate);
  yield fine('zeros between sentences', mono(concat(part, zeros(3), part, zeros(2), part, zeros(6), part)));
  yield fine(
    'a pause of 100 s',
    mono(concat(inRoom.subarray(0, 10 * rate), room(100), inRoom.subarray(0, 10 * rate))),
  );
  yield fine('begins after 20 s', mono(concat(room(20), inRoom.subarray(0, 10 * rate))));
  const second = levelled(other);
  if (second.rate === rate) {
    const both = inRoom.map((s, i) => s + second.samples[i % second.samples.length]! * 0.8);
    yield fine(`at once with ${other.name}`, mono(unclipped(both)), { may: ['noisy'] });
    const turns = inRoom.map((s, i) =>
      Math.floor(i / rate / 5) % 2 ? second.samples[i % second.samples.length]! * 0.3 : s,
    );
    yield fine(`in turn with ${other.name}, 10 dB lower`, mono(turns));
  }
  yield fine('a sound check of 60 s without a word', mono(concat(room(60), inRoom.subarray(0, 6 * rate))), {
    useAt: (atS) => (atS < 60 ? 'checked' : 'recorded'),
  });
  yield fine(
    'paused for 150 s, switched off meanwhile',
    mono(concat(inRoom.subarray(0, 10 * rate), zeros(150), inRoom.subarray(0, 10 * rate))),
    {
      useAt: (atS) => (atS > 10 && atS < 160.2 ? 'paused' : 'recorded'),
    },
  );
}
