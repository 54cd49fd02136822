import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { cutMp3 } from '#workers/file/cut-mp3.client.ts';
import { encodeMp3 } from '#workers/file/encode-file.client.ts';
import { speechMp3, type Loudness } from '#workers/encode/encode.contract.ts';
import { encoderCount } from '#workers/encode/encoder.client.ts';
import { openFile, openMedia } from '#workers/media/media.client.ts';
import { createPcmStream, receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { transfer } from '#workers/rpc.ts';
import type { Passed } from './encode.ts';
import { compareWithSlow } from './encode/slow-pass.ts';

let longestTaskMs = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
}).observe({ type: 'longtask' as never });

const { signal } = new AbortController();

function picked(): File {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  return file;
}

async function timed<T>(act: () => Promise<T>): Promise<[result: T, ms: number]> {
  const startedAt = performance.now();
  const result = await act();
  return [result, performance.now() - startedAt];
}

type PassOptions = { cut: boolean; workers: number | null };

let makeTrimmed: (() => Promise<unknown>) | undefined;

/**
 * Runs one pass over the picked file, as the product does. `cut` requests an mp3 that keeps its frames. `workers` is
 * the number of encode workers; null means the product's default. `encode.ts` calls this function.
 */
async function pass({ cut, workers }: PassOptions): Promise<Passed> {
  const file = picked();
  const encoders = workers ?? encoderCount(navigator.hardwareConcurrency);
  const options = cut ? {} : { encode: speechMp3, always: true, encoders };
  const [analysis, analyseMs] = await timed(() =>
    analyseFile(file, { signal, onProgress: () => {}, ...options }),
  );
  const { durationS, busyMs } = analysis;
  const kept: [number, number][] = [
    [5, durationS * 0.4],
    [durationS * 0.4 + 60, durationS - 5],
  ];
  const make = async (spans: typeof kept | null, loudness: Loudness = 'as_is') => {
    if (cut) return await cutMp3(file, { kept: spans, signal, onProgress: () => {} });
    const edits = { kept: spans, loudness };
    return await encodeMp3(file, { analysis, edits, settings: speechMp3, signal, onProgress: () => {} });
  };
  const [made, finishMs] = await timed(() => make(null));
  makeTrimmed = () => make(kept);
  return { encoders, analyseMs, finishMs, durationS, busyMs, bytes: made?.bytes ?? 0 };
}

/** Makes the recording of the last pass with two cuts. Returns its time, ms. */
async function trim(): Promise<number> {
  if (!makeTrimmed) throw new Error('There was no pass.');
  return (await timed(makeTrimmed))[1];
}

/** Decodes without analysis. Returns its time, ms. */
async function decodeAlone(): Promise<number> {
  using media = openMedia();
  const file = picked();
  const probe = await openFile(media, file, signal);
  const { sink, source } = createPcmStream();
  const drained = async () => {
    for await (const block of receivePcm(source)) if (block.length === 0) return;
  };
  const [, ms] = await timed(() =>
    Promise.all([media.call('decode', transfer({ file, probe, sink }, [sink.port])), drained()]),
  );
  return ms;
}

const compare = () => compareWithSlow(picked());

Object.assign(globalThis, { pass, trim, decodeAlone, compare, longestTask: () => longestTaskMs });
