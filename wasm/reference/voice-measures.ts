import { createFft } from '#wasm/dsp/fft.ts';
import { createHum } from '#wasm/measure/hum.ts';
import { createLevelSpread } from '#wasm/measure/level-spread.ts';
import { createSpeechLevel, firstBin } from '#wasm/measure/speech-level.ts';
import { frameSamples, measuresOf, type VoiceMeasures } from '#wasm/measure/voice-measures.ts';
import { createReferenceReverberation } from './reverberation.ts';

export function createReferenceVoiceMeasures(): VoiceMeasures {
  const fft = createFft(frameSamples);
  const bins = new Float64Array(fft.bins);
  const levels = createSpeechLevel();
  const spread = createLevelSpread();
  const hum = createHum();
  const reverberation = createReferenceReverberation();

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
