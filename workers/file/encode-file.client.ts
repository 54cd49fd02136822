import { planGain } from '#wasm/loudness-target/plan-gain.ts';
import { chunkFrames, planTrim, toFrameSpans, toTimemap, type TrimPlan } from '#wasm/trim/plan.ts';
import { asMediaError, openFile, openMedia, patience } from '#workers/media/media.client.ts';
import { createPcmStream } from '#workers/media/pcm/pcm-stream.ts';
import { connect, transfer, WorkerError } from '#workers/rpc.ts';
import { createWatchdog, type Watchdog } from '#workers/watchdog.ts';
import {
  frameBytes,
  mp3FrameS,
  mp3FrameSamples,
  snapKept,
  type Edits,
  type EncodedMp3,
  type EncodeProgress,
  type EncodeSource,
  type Mp3Draft,
  type Mp3Settings,
} from '#workers/encode/encode.contract.ts';
import { connectEncoder, encoderCount, openEncodePool } from '#workers/encode/encoder.client.ts';
import { joinBlobs, sliceBlobs } from './blob-parts.ts';
import { createJobStream, encodeJobs } from '#workers/encode/job-stream.ts';
import { isSameSettings } from '#workers/keep/keep.contract.ts';
import type { MixContract } from './mix.contract.ts';

export type EncodeOptions = {
  analysis: EncodeSource;
  edits: Edits;
  settings: Mp3Settings;
  signal: AbortSignal;
  onProgress(progress: EncodeProgress): void;
};

function openMix() {
  const worker = new Worker(new URL('./mix.worker.ts', import.meta.url), { type: 'module' });
  return connect<MixContract>(worker);
}

/** Puts an Info tag, which states the exact length, before the frames. */
async function seal(
  frames: Blob,
  settings: Mp3Settings,
  samples: number,
  options: { signal: AbortSignal; watchdog: Watchdog },
): Promise<{ mp3: Blob; sha256: string }> {
  using worker = connectEncoder();
  const onEvent = () => options.watchdog.feed();
  const { tag, sha256 } = await options.watchdog.guard(
    worker.call('seal', { frames, settings, samples }, { signal: options.signal, onEvent }),
  );
  return { mp3: new Blob([tag, frames], { type: 'audio/mpeg' }), sha256 };
}

/**
 * Encodes the pieces that cannot be copied from the draft. Decoding, mixing and encoding run in separate workers. Returns
 * one blob per piece, in order.
 */
async function encodePieces(
  file: File,
  plan: TrimPlan,
  options: {
    settings: Mp3Settings;
    gainDb: number | null;
    signal: AbortSignal;
    watchdog: Watchdog;
    onFrames(frames: number): void;
  },
): Promise<Blob[]> {
  const { settings, gainDb, signal, watchdog, onFrames } = options;
  const pieces = plan.pieces.filter(({ kind }) => kind === 'encode');
  if (pieces.length === 0) return [];
  using media = openMedia();
  using mix = openMix();
  const probe = await openFile(media, file, signal);
  watchdog.feed();
  const { sampleRate, channels } = probe;
  const pcm = createPcmStream();
  const size = encoderCount(navigator.hardwareConcurrency);
  using pool = openEncodePool(settings, size);
  const { sink, source } = createJobStream(size + 1);
  const blobs: Blob[] = [];
  const encoding = encodeJobs(source, {
    encode: (job) => pool.encode(job),
    onResult(index, { frames }) {
      blobs.push(frames);
      watchdog.feed();
      onFrames(pieces[index]!.to - pieces[index]!.from);
    },
  });
  // The end of decoding is not awaited, because what comes after the last cut need not be decoded. Only its failure counts.
  const { promise: failed, reject } = Promise.withResolvers<never>();
  media
    .call('decode', transfer({ file, probe, sink: pcm.sink }, [pcm.sink.port]), {
      signal,
      onEvent: () => watchdog.feed(),
    })
    .catch(reject);
  const input = { source: pcm.source, sampleRate, channels, settings, plan, gainDb, sink };
  const mixing = mix.call('mix', transfer(input, [pcm.source.port, sink.port]), { signal });
  await watchdog.guard(Promise.race([failed, Promise.all([mixing, encoding])]));
  return blobs;
}

/**
 * Makes the mp3 to be sent from the kept spans, whose ends are moved to whole frames (`snapKept`), with normalised loudness
 * on request. It reuses the frames of the draft: an unedited recording is copied, and a trimmed one takes little more time
 * than decoding up to its last cut. If `file` is null, the recording is no longer available, and its draft is decoded
 * instead. Rejects with a `WorkerError` whose code is one of `mediaErrorCodes` or `workerErrorCodes`, or with the reason of `signal`.
 */
export async function encodeMp3(file: File | null, options: EncodeOptions): Promise<EncodedMp3> {
  const { analysis, edits, settings, signal, onProgress } = options;
  signal.throwIfAborted();
  const stuck = () => new WorkerError('media.damaged', 'time-out');
  using watchdog = createWatchdog(patience.workMs, stuck);
  try {
    const { durationS } = analysis;
    const frameSamples = mp3FrameSamples(settings.sampleRate);
    // `planGain` returns 0 if the recording is loud enough already, and null if it is silent. Both need no gain.
    const gainDb = (edits.loudness === 'normalised' && planGain(analysis.measures)) || null;
    const draft = isSameSettings(analysis.draft?.settings ?? null, settings) ? analysis.draft : null;
    const kept = edits.kept && snapKept(edits.kept, durationS, settings);
    const plan = planTrim({
      samples: draft?.samples ?? samplesOf(analysis, settings, file === null),
      frameSamples,
      kept: kept ? toFrameSpans(kept, durationS, mp3FrameS(settings)) : [[0, null]],
      hasDraft: draft !== null && gainDb === null,
      framesAtOnce: chunkFrames(settings.sampleRate, frameSamples),
    });
    const lengthS = plan.samples / settings.sampleRate;
    let frames = 0;
    const onFrames = (more: number) => {
      frames += more;
      onProgress({ positionS: Math.min(lengthS, frames * mp3FrameS(settings)), durationS: lengthS });
    };
    onFrames(plan.pieces.reduce((sum, { kind, from, to }) => sum + (kind === 'copy' ? to - from : 0), 0));
    const needsSound = plan.pieces.some(({ kind }) => kind === 'encode');
    const recording = file ?? (needsSound ? await draftAsFile(analysis.draft, { signal, watchdog }) : null);
    const encoded = recording
      ? await encodePieces(recording, plan, { settings, gainDb, signal, watchdog, onFrames })
      : [];
    const octets = frameBytes(settings);
    const copies = plan.pieces
      .filter(({ kind }) => kind === 'copy')
      .map(({ from, to }) => ({ from: from * octets, to: to * octets }));
    const copied = await sliceBlobs(draft?.chunks ?? [], copies);
    const parts = plan.pieces.flatMap(({ kind }) =>
      kind === 'copy' ? (copied.shift() ?? []) : encoded.splice(0, 1),
    );
    const whole = await joinBlobs(parts);
    if (whole.size !== plan.frames * octets) throw new WorkerError('media.damaged', 'the length changed');
    const { mp3, sha256 } = await seal(whole, settings, plan.samples, { signal, watchdog });
    const timemap = kept ? toTimemap(plan, settings.sampleRate) : null;
    return { mp3, bytes: mp3.size, sha256, durationS: lengthS, timemap };
  } catch (error) {
    throw asMediaError(error);
  }
}

/** Returns the number of mono samples after resampling to the mp3's sample rate. */
function samplesOf(analysis: EncodeSource, settings: Mp3Settings, isDraft: boolean): number {
  const { draft } = analysis;
  const frames = isDraft && draft ? draft.samples : Math.round(analysis.durationS * analysis.sampleRate);
  const sampleRate = isDraft && draft ? draft.settings.sampleRate : analysis.sampleRate;
  return Math.ceil((frames * settings.sampleRate) / sampleRate);
}

async function draftAsFile(
  draft: Mp3Draft | null,
  options: { signal: AbortSignal; watchdog: Watchdog },
): Promise<File> {
  if (!draft) throw new WorkerError('media.unreadable', 'neither the recording nor its draft is there');
  const { mp3 } = await seal(await joinBlobs(draft.chunks), draft.settings, draft.samples, options);
  return new File([mp3], 'draft.mp3');
}
