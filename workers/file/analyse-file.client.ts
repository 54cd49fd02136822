import { canCutMp3 } from './cut-mp3.client.ts';
import type { Mp3Draft, Mp3Settings } from '#workers/encode/encode.contract.ts';
import { encoderCount, openEncodePool } from '#workers/encode/encoder.client.ts';
import { createJobStream, encodeJobs } from '#workers/encode/job-stream.ts';
import type { Keep } from '#workers/keep/keep.client.ts';
import { factsOf, isSameFile, isSameSettings } from '#workers/keep/keep.contract.ts';
import { asMediaError, engineLoaded, openFile, openMedia, patience } from '#workers/media/media.client.ts';
import { createPcmStream } from '#workers/media/pcm/pcm-stream.ts';
import { transfer, WorkerError } from '#workers/rpc.ts';
import { createWatchdog } from '#workers/watchdog.ts';
import { openAnalysis } from '#workers/analysis/analysis.client.ts';
import type {
  AnalysedFile,
  AnalysisEvent,
  AnalysisProgress,
  DraftInput,
  TimeSpan,
} from '#workers/analysis/analysis.contract.ts';

export type AnalyseOptions = {
  signal: AbortSignal;
  onProgress(progress: AnalysisProgress): void;
  /**
   * Settings of an mp3 to encode in the same pass. It is not encoded if the file is an mp3 whose own frames can be sent,
   * unless `always` is set.
   */
  encode?: Mp3Settings;
  /** Encodes the mp3 even if the file's own frames can be sent. */
  always?: boolean;
  /** Number of encode workers. Without it, `encoderCount` decides. */
  encoders?: number;
  /** Where finished chunks and results are stored for the next pass over the same file. */
  keep?: Keep | null;
};

type Found = { isSame: boolean; chunks: readonly Blob[]; result: AnalysedFile | null };

/** Returns what an earlier pass over the same file stored: the result, or some chunks of its mp3. */
async function findKept(file: File, encode: Mp3Settings | null, keep: Keep | null): Promise<Found> {
  const kept = await keep?.read();
  const isSame = kept && isSameFile(kept.file, factsOf(file)) && isSameSettings(kept.settings, encode);
  if (!isSame) return { isSame: false, chunks: [], result: null };
  const { analysis, draft, isDraftLost, chunks } = kept;
  // No draft is stored, but one is wanted. Either the file needs none, because its own frames can be sent, or the earlier
  // pass did not finish its mp3: then its result cannot be used.
  const isBroken = encode !== null && !draft && (chunks.length > 0 || isDraftLost);
  if (!analysis || isBroken) return { isSame, chunks, result: null };
  const busyMs = { decode: 0, analysis: 0, voice: 0, resample: 0, levels: 0, room: 0, encode: 0 };
  const resumedChunks = draft?.chunks.length ?? 0;
  return { isSame, chunks, result: { ...analysis, draft, resumedChunks, isKept: true, busyMs } };
}

/** Recordings up to this length, s, are encoded by one worker before a second one has loaded. */
const shortS = 60;

/** Starts encoding the jobs of the analysis worker, and collects their frames as a draft. */
function createDraft(input: {
  settings: Mp3Settings;
  size: number;
  durationS: number | null;
  found: readonly Blob[];
  keep: Keep | null;
  signal: AbortSignal;
  onChunk(): void;
}) {
  const { settings, size, durationS, found, keep, signal, onChunk } = input;
  const pool = openEncodePool(settings, size);
  pool.prepare(durationS !== null && durationS < shortS ? 1 : size);
  const { sink, source } = createJobStream(size + 1);
  const chunks = [...found];
  const saving: Promise<void>[] = [];
  let busyMs = 0;
  const encoding = encodeJobs(source, {
    firstIndex: found.length,
    encode: (job) => pool.encode(job),
    onResult(index, { frames, busyMs: jobMs }) {
      chunks.push(frames);
      busyMs += jobMs;
      // After a cancellation, another pass may have begun to store its own chunks.
      if (keep && !signal.aborted) saving.push(keep.saveChunk(index, frames));
      onChunk();
    },
  });
  const draftInput: DraftInput = { settings, firstChunk: found.length, sink };
  return {
    input: draftInput,
    async finish(samples: number): Promise<{ draft: Mp3Draft; busyMs: number }> {
      await Promise.all(saving);
      return { draft: { settings, chunks, samples }, busyMs };
    },
    encoding,
    [Symbol.dispose]: () => pool[Symbol.dispose](),
  };
}

/**
 * Decodes `file` once in one worker, analyses it in another (peaks, loudness, speech, verdict) and encodes it as mp3 in
 * further workers. Uses what an earlier pass stored in `keep`. Rejects with a `WorkerError` whose code is one of
 * `mediaErrorCodes` or `workerErrorCodes`, or with the reason of `signal`.
 */
export async function analyseFile(file: File, options: AnalyseOptions): Promise<AnalysedFile> {
  const { signal, onProgress, encode = null, always = false, keep = null } = options;
  const { encoders = encoderCount(navigator.hardwareConcurrency) } = options;
  signal.throwIfAborted();
  onProgress({ stage: 'opening', positionS: 0, durationS: null, peaks: new Int8Array(0), speech: [] });
  const found = await findKept(file, encode, keep);
  signal.throwIfAborted();
  if (found.result) return found.result;
  using media = openMedia();
  using analysis = openAnalysis();
  try {
    const loading = engineLoaded(analysis.call('load', undefined, { signal }));
    const [probe] = await Promise.all([openFile(media, file, signal), loading]);
    const { sampleRate, channels, container, codec, durationS } = probe;
    // `begin` deletes what is stored about another file. So it is called only after this file could be opened.
    if (!found.isSame) await keep?.begin(factsOf(file), encode);
    signal.throwIfAborted();
    const hasOwnFrames = container === 'mp3' && (await canCutMp3(file, { signal }));
    using watchdog = createWatchdog(patience.workMs, () => new WorkerError('media.damaged', 'time-out'));
    const isWanted = encode !== null && (always || !hasOwnFrames);
    const onChunk = () => watchdog.feed();
    using drafting = isWanted
      ? createDraft({
          settings: encode,
          size: encoders,
          durationS,
          found: found.chunks,
          keep,
          signal,
          onChunk,
        })
      : null;
    let speech: TimeSpan[] = [];
    const onEvent = ({ speechFrom, ...event }: AnalysisEvent) => {
      watchdog.feed();
      speech = [...speech.slice(0, speechFrom), ...event.speech];
      onProgress({ stage: 'analysing', durationS, ...event, speech });
    };
    const { sink, source } = createPcmStream();
    const decoding = media.call('decode', transfer({ file, probe, sink }, [sink.port]), {
      signal,
      onEvent: () => watchdog.feed(),
    });
    const draft = drafting?.input ?? null;
    const ports = draft ? [source.port, draft.sink.port] : [source.port];
    const looking = analysis.call('analyse', transfer({ source, sampleRate, channels, draft }, ports), {
      signal,
      onEvent,
    });
    const [{ sound, draftSamples, busyMs }, { busyMs: decode }] = await watchdog.guard(
      Promise.all([looking, decoding, drafting?.encoding]),
    );
    const made = await drafting?.finish(draftSamples);
    // Meanwhile another pass may have begun to store its own file.
    signal.throwIfAborted();
    const stated = probe.statedS === undefined ? {} : { statedS: probe.statedS };
    const result = { ...sound, hasOwnFrames, container, codec, sampleRate, channels, ...stated };
    if (keep) await keep.saveAnalysis(result, made?.draft ?? null);
    return {
      ...result,
      draft: made?.draft ?? null,
      resumedChunks: made ? found.chunks.length : 0,
      isKept: keep !== null && keep.refusal === null,
      busyMs: { ...busyMs, decode, encode: made?.busyMs ?? 0 },
    };
  } catch (error) {
    throw asMediaError(error);
  }
}
