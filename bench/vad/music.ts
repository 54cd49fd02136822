import { createRandom } from '../quality/degrade.ts';

/** Chords in their order, with three voices each, in semitones above the tonic. */
const chords = [
  [0, 4, 7],
  [-3, 0, 4],
  [-7, -3, 0],
  [-5, -1, 2],
];
const scale = [0, 2, 4, 5, 7, 9, 11, 12];
const tonicHz = 220;
/** Amplitudes of the harmonics, the fundamental first. */
const weights = Array.from({ length: 8 }, (_, h) => 1 / (h + 1) ** 1.3);
const hzOf = (semitones: number) => tonicHz * 2 ** (semitones / 12);

type Note = { fromS: number; lengthS: number; hz: number; amplitude: number; attackS: number };

/** Adds a harmonic tone with attack, decay and slight vibrato. */
function addNote(out: Float32Array, sampleRate: number, note: Note): void {
  const { fromS, lengthS, hz, amplitude, attackS } = note;
  const from = Math.round(fromS * sampleRate);
  const count = Math.min(out.length - from, Math.round((lengthS + 0.1) * sampleRate));
  const audible = Math.min(weights.length, Math.floor(sampleRate / 2 / hz));
  for (let i = 0; i < count; i++) {
    const t = i / sampleRate;
    const envelope =
      Math.min(1, t / attackS) *
      Math.exp((-1.5 * t) / lengthS) *
      (t > lengthS ? (lengthS + 0.1 - t) * 10 : 1);
    const phase = 2 * Math.PI * hz * t + 0.15 * Math.sin(2 * Math.PI * 5.5 * t);
    // Each harmonic sin(hx) is computed from the two before it.
    const turn = 2 * Math.cos(phase);
    let [older, current, sum] = [0, Math.sin(phase), 0];
    for (let h = 0; h < audible; h++) {
      sum += current * weights[h]!;
      [older, current] = [current, turn * current - older];
    }
    out[from + i]! += amplitude * envelope * sum;
  }
}

/** Adds a stroke of a drum: a falling tone for the low drum, a burst of noise for the others. */
function addStroke(
  out: Float32Array,
  sampleRate: number,
  { fromS, kind, random }: { fromS: number; kind: 'low' | 'snare' | 'hat'; random: () => number },
): void {
  const from = Math.round(fromS * sampleRate);
  const decayS = { low: 0.09, snare: 0.06, hat: 0.02 }[kind];
  const level = { low: 0.9, snare: 0.5, hat: 0.25 }[kind];
  const count = Math.min(out.length - from, Math.round(decayS * 6 * sampleRate));
  let last = 0;
  for (let i = 0; i < count; i++) {
    const t = i / sampleRate;
    const noise = random() * 2 - 1;
    const bright = kind === 'hat' ? noise - last : noise;
    last = noise;
    const sound = kind === 'low' ? Math.sin(2 * Math.PI * (60 * t - 4 * Math.exp(-t / 0.03))) : bright;
    out[from + i]! += level * Math.exp(-t / decayS) * sound;
  }
}

/**
 * Returns instrumental music, always the same for a seed: a three-voice chord per bar, a melody in eighths with rests,
 * and drums. Every fourth group of four bars has no drums, every fifth no melody.
 */
export function musicOf(length: number, sampleRate: number, seed: number): Float32Array {
  const out = new Float32Array(length);
  const random = createRandom(seed);
  const beatS = 60 / (88 + 40 * random());
  const barS = 4 * beatS;
  for (let bar = 0; bar * barS * sampleRate < length; bar++) {
    const barAt = bar * barS;
    const group = Math.floor(bar / 4);
    for (const semitones of chords[bar % chords.length]!)
      addNote(out, sampleRate, {
        fromS: barAt,
        lengthS: barS,
        hz: hzOf(semitones),
        amplitude: 0.22,
        attackS: 0.03,
      });
    addNote(out, sampleRate, {
      fromS: barAt,
      lengthS: 2 * beatS,
      hz: hzOf(chords[bar % chords.length]![0]! - 12),
      amplitude: 0.35,
      attackS: 0.01,
    });
    for (let eighth = 0; eighth < 8; eighth++) {
      const fromS = barAt + (eighth * beatS) / 2;
      if (fromS * sampleRate >= length) break;
      const degree = scale[Math.floor(random() * scale.length)]!;
      const isPlayed = random() < 0.7 && group % 5 !== 4;
      if (isPlayed)
        addNote(out, sampleRate, {
          fromS,
          lengthS: beatS * 0.6,
          hz: hzOf(degree + 12),
          amplitude: 0.3,
          attackS: 0.015,
        });
      if (group % 4 === 3) continue;
      addStroke(out, sampleRate, { fromS, kind: 'hat', random });
      if (eighth % 4 === 0) addStroke(out, sampleRate, { fromS, kind: 'low', random });
      if (eighth % 4 === 2) addStroke(out, sampleRate, { fromS, kind: 'snare', random });
    }
  }
  return out;
}
