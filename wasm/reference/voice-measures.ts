import { plotFrequenciesHz, toPlotBands } from '#wasm/measure/plot-bands.ts';
import { createFft } from '#wasm/dsp/fft.ts';
import { binHz, createSpeechLevel, firstBin, type SpeechLevels } from '#wasm/measure/speech-level.ts';
import { bandwidthOf } from '#wasm/measure/bandwidth.ts';
import { createHum } from '#wasm/measure/hum.ts';
import { createLevelSpread } from '#wasm/measure/level-spread.ts';
import type { SoundMeasures } from '#wasm/measure/measures.ts';
import { createReverberation } from '#wasm/measure/reverberation.ts';

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
  /** Frames of 512 mono samples at 16 kHz, one after the other, and the probability of speech of each. */
  push(sound: Float32Array, probabilities: Float32Array): void;
  result(): Pick<SoundMeasures, VoiceKeys>;
};

export const frameSamples = 512;

/** The measures, of what was measured apart. */
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

/** What is measured of speech and of the room at 16 kHz, once it is known where someone speaks; in constant memory. */
export function createVoiceMeasures(): VoiceMeasures {
  const fft = createFft(frameSamples);
  const bins = new Float64Array(fft.bins);
  const levels = createSpeechLevel();
  const spread = createLevelSpread();
  const hum = createHum();
  const reverberation = createReverberation();

  return {
    push(sound, probabilities) {
      hum.push(sound);
      for (let frame = 0; frame * frameSamples < sound.length; frame++) {
        const samples = sound.subarray(frame * frameSamples, (frame + 1) * frameSamples);
        const probability = probabilities[frame] ?? 0;
        fft.powers(samples, bins);
        levels.push(bins, probability);
        reverberation.push(samples, probability);
        if (probability < 0.5) continue;
        let power = 0;
        for (let bin = firstBin; bin < bins.length; bin++) power += bins[bin]!;
        spread.push(power);
      }
    },
    result: () =>
      measuresOf({
        levels: levels.result(),
        hum: hum.result(),
        reverberationS: reverberation.t60S(),
        levelSpreadDb: spread.spreadDb(),
      }),
  };
}
