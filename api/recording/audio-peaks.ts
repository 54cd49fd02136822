import { limits } from '#api/contract/limits.ts';
import type { PcmFile } from '#api/engines/transcription/engine.ts';
import { pcmBlocks } from '#api/engines/transcription/pcm-blocks.ts';
import { newId } from '#api/lib/id.ts';
import { pcmSampleRate } from '#api/media/media.ts';
import type { AudioStore } from '#api/storage/audio-store.ts';
import { createPeaks } from '#wasm/peaks/peaks.ts';

// 32 s of sound at a time: the event loop is never held up for more than some ms
const blockSamples = 32 * pcmSampleRate;

/** Peaks of decoded sound, for audio that came without: pairs of signed 8-bit (min, max), `limits.peaksRate` a second. */
export async function readPeaks(pcm: PcmFile, signal: AbortSignal): Promise<Uint8Array> {
  const peaks = createPeaks({ sampleRate: pcmSampleRate, channels: 1, rate: limits.peaksRate });
  for await (const block of pcmBlocks(pcm, blockSamples, signal))
    peaks.push(Float32Array.from(block, (sample) => sample / 32_768));
  return new Uint8Array(peaks.finish().buffer);
}

/** Answers the key. */
export async function storePeaks(storage: AudioStore, peaks: Uint8Array): Promise<string> {
  const key = `peaks/${newId()}`;
  await storage.create(key);
  await storage.append(
    key,
    0,
    (async function* () {
      yield peaks;
    })(),
  );
  return key;
}
