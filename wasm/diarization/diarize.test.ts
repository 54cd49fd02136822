import { describe, expect, it } from 'vitest';
import { noise } from '#wasm/testing/signals.ts';
import { clusterEmbeddings } from './cluster-embeddings.ts';
import { bankBands, createMelFilterBank } from './mel-filter-bank.ts';
import { markSpeechFrames, type Stretch } from './segments.ts';
import { fitMixture, responsibilities, sharesPerFrame } from './gmm.ts';
import { diarizeFrames } from './diarize.ts';
import { speakerTurns } from './speaker-turns.ts';
import { cepstra, createVoiceAnalyser, frameHop, frameReach, type VoiceFrames } from './voice-frames.ts';

/** Three vowels in turn, a fifth of a second each, by a voice whose vocal tract has `scale` times the usual length. */
function speak(pitchHz: number, scale: number, lengthS: number, seed: number): Float32Array {
  const vowels = [
    [300, 870, 2240],
    [730, 1090, 2440],
    [270, 2290, 3010],
  ];
  const sound = noise(-60, lengthS, 16_000, seed);
  for (let i = 0; i < sound.length; i++) {
    const time = i / 16_000;
    const formants = vowels[(Math.floor(time * 5) + seed) % 3]!;
    const hz = pitchHz * (1 + 0.05 * Math.sin(2 * Math.PI * 1.3 * time));
    for (let k = 1; k * hz < 5_000; k++) {
      const gain = formants.reduce(
        (sum, formant) => sum + 1 / (1 + ((k * hz - formant / scale) / 90) ** 2),
        0.01,
      );
      sound[i]! += (0.05 * gain * Math.sin(2 * Math.PI * k * pitchHz * time + k)) / Math.sqrt(k);
    }
  }
  return sound;
}

function hear(parts: readonly Float32Array[]): { frames: VoiceFrames; stretches: Stretch[] } {
  const most = parts.reduce((sum, part) => sum + Math.ceil(part.length / frameHop), 0);
  const frames = {
    count: 0,
    values: new Float32Array(most * cepstra),
    pitch: new Float32Array(most),
    level: new Float32Array(most),
  };
  const ear = createVoiceAnalyser();
  const stretches = parts.map((part): Stretch => {
    const from = frames.count;
    frames.count += ear(part, frames, from);
    return [from, frames.count];
  });
  return { frames, stretches };
}

const order = [0, 1, 0, 1, 1, 0, 0, 1];
const gapsS = order.map(() => 0.5);
const voices = [(seed: number) => speak(110, 1, 3, seed), (seed: number) => speak(190, 0.82, 3, seed)];

describe('voices', () => {
  it('are told apart by throat and pitch', () => {
    const { frames, stretches } = hear(order.map((speaker, i) => voices[speaker]!(i + 1)));
    for (const participants of [null, 2, 3]) {
      const labels = diarizeFrames(frames, stretches, { participants, gapsS });
      const found = stretches.map(([from]) => Number(labels[from] !== labels[stretches[0]![0]]));
      expect(found).toEqual(order);
    }
  });

  it('are one where one speaks, however many were expected', () => {
    const { frames, stretches } = hear(order.map((_, i) => voices[0]!(i + 1)));
    for (const participants of [null, 1, 2, 5])
      expect(new Set(diarizeFrames(frames, stretches, { participants, gapsS }))).toEqual(new Set([0]));
  });

  it('are nobody in silence', () => {
    const { frames, stretches } = hear([new Float32Array(16_000)]);
    expect(new Set(diarizeFrames(frames, stretches, { participants: null, gapsS: [0] }))).toEqual(
      new Set([0]),
    );
  });

  it('make the same frames whether they are heard at once or block by block', () => {
    const sound = speak(120, 1, 2, 3);
    const { frames } = hear([sound]);
    const split = 40;
    const parts = hear([sound.slice(0, (split - 1) * frameHop + frameReach), sound.slice(split * frameHop)]);
    expect(parts.frames.values.subarray(0, frames.count * cepstra)).toEqual(
      frames.values.subarray(0, frames.count * cepstra),
    );
  });
});

it('classes of sound: the shares of a loud frame add up to 1, those of a quiet one to 0', () => {
  const { frames, stretches } = hear([speak(110, 1, 4, 1), noise(-90, 1, 16_000)]);
  const speechFrames = markSpeechFrames(frames, stretches);
  const { shares } = responsibilities(frames, speechFrames, fitMixture(frames, speechFrames, 8));
  for (let at = 0; at < frames.count; at++) {
    const sum = shares.subarray(at * sharesPerFrame, (at + 1) * sharesPerFrame).reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(speechFrames[at]!, 5);
  }
  expect(speechFrames[stretches[1]![0] + 5]).toBe(0);
});

describe('turns', () => {
  it('cover the regions and are numbered by who spoke first', () => {
    const labels = Uint8Array.from([2, 2, 2, 0, 0, 0, 0, 2]);
    const turns = speakerTurns(
      labels,
      [
        [0, 5],
        [5, 8],
        [8, 8],
      ],
      [
        [1, 1.08],
        [2, 2.05],
        [3, 3.01],
      ],
    );
    expect(turns).toEqual([
      { start: 1, end: 1.048, speaker: 0 },
      { start: 1.048, end: 1.08, speaker: 1 },
      { start: 2, end: 2.032, speaker: 1 },
      { start: 2.032, end: 2.05, speaker: 0 },
      { start: 3, end: 3.01, speaker: 0 },
    ]);
  });
});

describe('vectors of a network', () => {
  const near = (axis: number, by: number) =>
    Float32Array.from({ length: 6 }, (_, i) => (i === axis ? 4 : by * (i % 2)));
  const vectors = [near(0, 0.3), near(3, 0.1), near(0, 0.2), near(3, 0.2), near(0, 0.1)];

  it('are clustered by direction', () => {
    const speakers = clusterEmbeddings(vectors, null);
    expect(speakers.map((speaker) => speaker === speakers[0])).toEqual([true, false, true, false, true]);
    expect(new Set(clusterEmbeddings(vectors, 1)).size).toBe(1);
    expect(clusterEmbeddings([], 2)).toEqual([]);
  });

  it('come from log mel energies without the mean of each band', () => {
    const bank = createMelFilterBank()(noise(-20, 1, 16_000))!;
    expect(bank.length).toBe(98 * bankBands);
    for (const band of [0, 40, 79]) {
      let sum = 0;
      for (let frame = 0; frame < 98; frame++) sum += bank[frame * bankBands + band]!;
      expect(sum / 98).toBeCloseTo(0, 4);
    }
    expect(createMelFilterBank()(new Float32Array(399))).toBeNull();
  });
});
