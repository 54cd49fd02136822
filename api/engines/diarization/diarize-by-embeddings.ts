import { closeSync, openSync, readSync } from 'node:fs';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { pcmBytesPerSample, pcmSampleRate, type PcmFile } from '#api/media/pcm-file.ts';
import { clusterEmbeddings } from '#wasm/diarization/cluster-embeddings.ts';
import { bankBands, createMelFilterBank } from '#wasm/diarization/mel-filter-bank.ts';
import type { Stretch } from '#wasm/diarization/segments.ts';
import { speakerTurns } from '#wasm/diarization/speaker-turns.ts';
import { frameS } from '#wasm/diarization/voice-frames.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Turn } from './diarizer.ts';

const windowS = 1.5;
const hopS = 0.75;
const shortestS = 0.4;

/**
 * Finds the turns with a speaker embedding model. The model has one input `[1, frames, 80]` (filter-bank.ts) for 1.5 s
 * of audio, and one output `[1, dimensions]`. It was tested only with a stand-in for a model, so the thresholds are the
 * usual ones. It reads the file synchronously and is therefore only for child processes.
 */
export async function diarizeByEmbeddings(
  pcm: PcmFile,
  regions: readonly TimeSpan[],
  { modelPath, participants }: { modelPath: string; participants: number | null },
): Promise<Turn[]> {
  const session = await InferenceSession.create(modelPath, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  const bankOf = createMelFilterBank();
  const vectors: Float32Array[] = [];
  const places: { region: number; middleS: number }[] = [];
  const file = openSync(pcm.path, 'r');
  try {
    for (const [region, [start, end]] of regions.entries()) {
      for (const [from, to] of windowsOf(start, end)) {
        const bank = bankOf(read(file, from, to));
        if (!bank) continue;
        const input = new Tensor('float32', bank, [1, bank.length / bankBands, bankBands]);
        const output = await session.run({ [session.inputNames[0]!]: input });
        vectors.push((output[session.outputNames[0]!]!.data as Float32Array).slice());
        places.push({ region, middleS: (from + to) / 2 });
      }
    }
  } finally {
    closeSync(file);
    await session.release();
  }
  return paintTurns(regions, places, clusterEmbeddings(vectors, participants));
}

/**
 * Returns windows of `windowS` that overlap by one half. The last one ends with the region. A region shorter than a
 * window is one window, and a region shorter than `shortestS` has none. All times are in s.
 */
function windowsOf(start: number, end: number): TimeSpan[] {
  if (end - start < shortestS) return [];
  const count = Math.max(1, Math.ceil((end - start - windowS) / hopS) + 1);
  return Array.from({ length: count }, (_, i): TimeSpan => {
    const to = Math.min(end, start + i * hopS + windowS);
    return [Math.max(start, to - windowS), to];
  });
}

/** Gives each frame the speaker of the window whose middle is nearest, and returns the turns. */
function paintTurns(
  regions: readonly TimeSpan[],
  places: readonly { region: number; middleS: number }[],
  speakers: readonly number[],
): Turn[] {
  const stretches: Stretch[] = [];
  const frames: number[] = [];
  let window = 0;
  for (const [region, [start, end]] of regions.entries()) {
    const from = frames.length;
    if (places[window]?.region === region)
      for (let time = start; time < end; time += frameS) {
        for (;;) {
          const next = places[window + 1];
          if (next?.region !== region || next.middleS + places[window]!.middleS > 2 * time) break;
          window++;
        }
        frames.push(speakers[window]!);
      }
    if (places[window]?.region === region) window++;
    stretches.push([from, frames.length]);
  }
  return speakerTurns(Uint8Array.from(frames), stretches, regions);
}

function read(file: number, fromS: number, toS: number): Float32Array {
  const [from, to] = [Math.round(fromS * pcmSampleRate), Math.round(toS * pcmSampleRate)];
  const samples = new Int16Array(Math.max(0, to - from));
  readSync(file, samples, 0, samples.byteLength, from * pcmBytesPerSample);
  return Float32Array.from(samples, (sample) => sample / 32_768);
}
