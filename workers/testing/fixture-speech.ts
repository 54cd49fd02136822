import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { fromWav } from '#wasm/testing/wav.ts';

const address = new URL('../../models/fixture/audio/de_conversation.wav', import.meta.url);

/** Returns the project's own speech fixture, mono, repeated up to `durationS`. For browser tests. */
export async function fixtureSpeech(sampleRate: number, durationS: number): Promise<Float32Array> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  const wav = fromWav(bytes);
  const resampler = createMonoResampler({
    sampleRate: wav.sampleRate,
    channels: wav.channels,
    targetRate: sampleRate,
  });
  const speech = resampler.push(wav.samples).slice();
  return Float32Array.from(
    { length: Math.round(durationS * sampleRate) },
    (_, i) => speech[i % speech.length]!,
  );
}
