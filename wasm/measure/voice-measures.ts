import type { Instantiate, WithMemory } from '#wasm/binding/instantiate.ts';
import { histogramSteps, readHistogram, stepEdges } from '#wasm/dsp/histogram.ts';
import { kernelHalves, kernelTwiddles, kernelWindow } from '#wasm/dsp/fft-tables.ts';
import {
  bandCount,
  binHz,
  createFrameClasses,
  frameBins,
  guardFrames,
  levelsOf,
  type SpeechLevels,
} from './speech-level.ts';
import { humBins, humFilter, humOf, humWindowSamples } from './hum.ts';
import { createLevelSpread } from './level-spread.ts';
import { createDecays, decayEdges, decayWindowSamples, hopsAFrame } from './reverberation.ts';
import { bandwidthOf } from './bandwidth.ts';
import type { SoundMeasures } from './measures.ts';
import { plotFrequenciesHz, toPlotBands } from './plot-bands.ts';

export type VoiceKeys =
  | 'speechDbfs'
  | 'noiseDbfs'
  | 'snrDb'
  | 'bandwidthHz'
  | 'hum'
  | 'reverberationS'
  | 'levelSpreadDb'
  | 'spectrum';

export type VoiceMeasures = {
  /** Takes consecutive frames of 512 mono samples at 16 kHz, and the probability of speech of each. */
  push(sound: Float32Array, probabilities: Float32Array): void;
  result(): Pick<SoundMeasures, VoiceKeys>;
};

export const frameSamples = 512;

/** Combines results that were measured separately. */
export function measuresOf({
  levels: { speechDbfs, noiseDbfs, snrDb, bands, speechBins, noiseBins },
  ...rest
}: { levels: SpeechLevels } & Pick<SoundMeasures, 'hum' | 'reverberationS' | 'levelSpreadDb'>): Pick<
  SoundMeasures,
  VoiceKeys
> {
  return {
    speechDbfs,
    noiseDbfs,
    snrDb,
    bandwidthHz: bands ? bandwidthOf(bands) : null,
    ...rest,
    spectrum: speechBins &&
      noiseBins && {
        frequenciesHz: plotFrequenciesHz(),
        speechDb: toPlotBands(speechBins, binHz),
        noiseDb: toPlotBands(noiseBins, binHz),
      },
  };
}

export type SpectrumExports = WithMemory & {
  voiceTables(count: number): number;
  voiceCreate(
    classes: number,
    humBins: number,
    twiddles: number,
    frameWindow: number,
    frameHalves: number,
    hopWindow: number,
    hopHalves: number,
    hopEdges: number,
    humFilter: number,
    humWindow: number,
    humHalves: number,
    histogramEdges: number,
  ): number;
  voiceIn(): number;
  voicePush(frames: number): void;
  voiceCount(frame: number, into: number): void;
  voiceHops(frame: number): void;
  voiceTotals(): number;
  voiceHistograms(): number;
  voiceSums(): number;
  hopLevelsOut(): number;
  humRest(): void;
  humHistograms(): number;
};

const classes = ['speech', 'room'] as const;
const histogramBytes = histogramSteps * 12;
/** Bins of a frame in the kernel, padded to a multiple of four. */
const rowBins = 260;

function create({ memory, ...kernel }: SpectrumExports): number {
  const tables = [
    kernelTwiddles(),
    ...[frameSamples, decayWindowSamples].flatMap((size) => [kernelWindow(size), kernelHalves(size)]),
    new Float32Array(Int32Array.from(decayEdges).buffer),
    Float32Array.from(humFilter),
    kernelWindow(humWindowSamples),
    kernelHalves(humWindowSamples),
    stepEdges(),
  ];
  let at = kernel.voiceTables(tables.reduce((sum, table) => sum + table.length, 0));
  const addresses = tables.map((table) => {
    const address = at;
    new Float32Array(memory.buffer, address, table.length).set(table);
    at += table.byteLength;
    return address;
  }) as [number, number, number, number, number, number, number, number, number, number];
  return kernel.voiceCreate(classes.length, humBins, ...addresses);
}

/** Measures speech and noise at 16 kHz in constant memory, by the probabilities of speech that it is given. */
export function createVoiceMeasures(instantiate: Instantiate<SpectrumExports>): VoiceMeasures {
  const kernel = instantiate();
  const maxFrames = create(kernel);
  // The kernel's memory does not grow after this.
  const { buffer } = kernel.memory;
  const samples = new Float32Array(buffer, kernel.voiceIn(), maxFrames * frameSamples);
  const totals = new Float32Array(buffer, kernel.voiceTotals(), maxFrames);
  const hopLevels = new Float32Array(buffer, kernel.hopLevelsOut(), (decayEdges.length - 1) * hopsAFrame);
  const classOf = createFrameClasses();
  const spread = createLevelSpread();
  const decays = createDecays();

  const histogramAt = (at: number) => {
    const counts = new Uint32Array(buffer, at + histogramSteps * 8, histogramSteps);
    return readHistogram(counts, new Float64Array(buffer, at, histogramSteps));
  };
  const histogramsAt = (at: number, count: number) =>
    Array.from({ length: count }, (_, i) => histogramAt(at + i * histogramBytes));
  /** Returns the histograms of a class of frames by its index, or of all frames for the index -1. */
  const bandsOf = (index: number) =>
    histogramsAt(kernel.voiceHistograms() + (index + 1) * bandCount * histogramBytes, bandCount);
  const sumsOf = (name: (typeof classes)[number]) => {
    const index = classes.indexOf(name);
    const bins = new Float64Array(buffer, kernel.voiceSums() + index * rowBins * 8, frameBins);
    return { bands: bandsOf(index), bins: bins.slice() };
  };

  const pushSome = (sound: Float32Array, probabilities: Float32Array) => {
    kernel.voiceIn();
    samples.set(sound);
    const frames = sound.length / frameSamples;
    kernel.voicePush(frames);
    for (let frame = 0; frame < frames; frame++) {
      const probability = probabilities[frame] ?? 0;
      const found = classOf(probability);
      if (found === 'speech') {
        kernel.voiceCount(frame, 0);
        spread.push(totals[frame]!);
      } else if (found === 'room') kernel.voiceCount(frame - guardFrames, 1);
      let hop = decays.watch(probability);
      if (hop < hopsAFrame) kernel.voiceHops(frame);
      for (; hop < hopsAFrame; hop++) decays.add(hopLevels, hop, hopsAFrame);
    }
  };

  return {
    push(sound, probabilities) {
      for (let frame = 0; frame * frameSamples < sound.length; frame += maxFrames)
        pushSome(
          sound.subarray(frame * frameSamples, (frame + maxFrames) * frameSamples),
          probabilities.subarray(frame, frame + maxFrames),
        );
    },
    result() {
      kernel.humRest();
      return measuresOf({
        levels: levelsOf(bandsOf(-1), sumsOf('speech'), sumsOf('room')),
        hum: humOf(histogramsAt(kernel.humHistograms(), humBins)),
        reverberationS: decays.t60S(),
        levelSpreadDb: spread.spreadDb(),
      });
    },
  };
}
