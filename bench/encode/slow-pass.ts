/**
 * Runs in the page: compares a pass with the slow path over the same file. In the slow path ffmpeg decodes, the
 * JavaScript references analyse and resample, onnxruntime runs the network, and the encoder encodes everything in one
 * run.
 */
import { createAnalysis, type SoundNumbers } from '#wasm/analysis/analysis.ts';
import type { Kernel } from '#wasm/analysis/kernel.ts';
import { createReferenceKernel } from '#wasm/reference/reference-kernel.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { frameBytes, speechMp3 } from '#workers/encode/encode.contract.ts';
import { openEncodePool } from '#workers/encode/encoder.client.ts';
import { loadKernel } from '#workers/kernel.ts';
import { openFile, openMedia } from '#workers/media/media.client.ts';
import type { MediaPath } from '#workers/media/media.contract.ts';
import { createPcmStream, receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { transfer } from '#workers/rpc.ts';
import { createOnnxDetect } from '../onnx-detect.ts';

const { signal } = new AbortController();

function joined(parts: Float32Array[]): Float32Array<SharedArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = new Float32Array(new SharedArrayBuffer(4 * length));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

type Pass = { mono: Float32Array; numbers: SoundNumbers; mp3: Uint8Array };

/** Runs one pass in this thread. If `path` is null, it uses the product's decoder. */
async function passHere(file: File, kernel: Kernel, path: MediaPath | null): Promise<Pass> {
  using media = openMedia();
  using pool = openEncodePool(speechMp3, 1);
  const probe = await openFile(media, file, signal);
  const { sink, source } = createPcmStream();
  const input = { file, probe: { ...probe, path: path ?? probe.path }, sink };
  const decoding = media.call('decode', transfer(input, [sink.port]));
  const parts: Float32Array[] = [];
  const { sampleRate, channels } = probe;
  const push = (mono: Float32Array) => void parts.push(mono.slice());
  const encode = { sampleRate: speechMp3.sampleRate, push };
  const analysis = createAnalysis({ sampleRate, channels, kernel, encode });
  const listening = (async () => {
    for await (const block of receivePcm(source)) await analysis.push(block);
    return await analysis.finish();
  })();
  const [numbers] = await Promise.all([listening, decoding]);
  const pcm = joined(parts);
  const { frames } = await pool.encode({ index: 0, pcm, skipFrames: 0, frames: null });
  return { mono: pcm, numbers, mp3: new Uint8Array(await frames.arrayBuffer()) };
}

/**
 * Returns the signal-to-noise ratio of `b` against `a`, dB: Infinity if they are equal, -Infinity if their lengths
 * differ.
 */
function snrDb(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return -Infinity;
  let sound = 0;
  let difference = 0;
  for (let i = 0; i < a.length; i++) {
    sound += a[i]! ** 2;
    difference += (a[i]! - b[i]!) ** 2;
  }
  return 10 * Math.log10(sound / difference);
}

/** Returns the number of mp3 frames that differ, including those that only one of the two has. */
function differingFrames(a: Uint8Array, b: Uint8Array): number {
  const octets = frameBytes(speechMp3);
  let count = 0;
  for (let from = 0; from < Math.max(a.length, b.length); from += octets) {
    let at = from;
    while (at < from + octets && a[at] === b[at]) at++;
    if (at < from + octets) count++;
  }
  return count;
}

/** Collects the largest difference of each number in two results. Null beside a number counts as Infinity. */
function differences(a: unknown, b: unknown, name: string, found: Map<string, number>): void {
  if (a === b || Object.is(a, b)) return;
  if (typeof a === 'object' && typeof b === 'object' && a && b) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    for (const key of keys) {
      const inner = /^\d+$/.test(key) ? name : key;
      differences(a[key as keyof typeof a], b[key as keyof typeof b], inner, found);
    }
    return;
  }
  const difference = typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) : Infinity;
  found.set(name, Math.max(found.get(name) ?? 0, Number.isNaN(difference) ? Infinity : difference));
}

function largest(a: unknown, b: unknown): number {
  const found = new Map<string, number>();
  differences(a, b, '', found);
  return Math.max(0, ...found.values());
}

export type Equality = {
  /** Number of mp3 frames that differ between the pass in chunks and one run of the encoder over the same sound. */
  chunkFramesDiffering: number;
  /** Signal-to-noise ratio of the fast path's mono sound against that of the slow path, dB. */
  monoSnrDb: number;
  /** Number of mp3 frames that differ because of the mono sound, and the number of all frames. */
  slowFramesDiffering: number;
  frames: number;
  /** Number of speech spans, and the largest shift of an edge, s. */
  speechSpans: [fast: number, slow: number];
  speechEdgeS: number;
  /** Largest difference of peaks, in steps of 1/127. */
  peakSteps: number;
  isVerdictEqual: boolean;
  measures: Record<string, number>;
};

export async function compareWithSlow(file: File): Promise<Equality> {
  const kernel = await loadKernel();
  const made = await analyseFile(file, { signal, onProgress() {}, encode: speechMp3, always: true });
  const inChunks = new Uint8Array(await new Blob([...made.draft!.chunks]).arrayBuffer());
  const fast = await passHere(file, kernel, null);
  const detect = await createOnnxDetect();
  const slow = await passHere(
    file,
    createReferenceKernel(() => detect),
    'ffmpeg',
  );
  const measures = new Map<string, number>();
  differences(fast.numbers.measures, slow.numbers.measures, '', measures);
  const heard: Pick<Analysis, 'speech'>[] = [fast.numbers, slow.numbers];
  const [one, other] = heard.map(({ speech }) => speech);
  return {
    chunkFramesDiffering: differingFrames(inChunks, fast.mp3),
    monoSnrDb: snrDb(slow.mono, fast.mono),
    slowFramesDiffering: differingFrames(fast.mp3, slow.mp3),
    frames: fast.mp3.length / frameBytes(speechMp3),
    speechSpans: [one!.length, other!.length],
    speechEdgeS: one!.length === other!.length ? largest(one, other) : Infinity,
    peakSteps: Math.max(
      largest([...fast.numbers.peaks], [...slow.numbers.peaks]),
      largest([...fast.numbers.finePeaks], [...slow.numbers.finePeaks]),
    ),
    isVerdictEqual: largest(fast.numbers.verdict, slow.numbers.verdict) === 0,
    measures: Object.fromEntries(measures),
  };
}
