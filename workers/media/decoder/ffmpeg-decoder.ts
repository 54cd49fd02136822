import { WorkerError } from '#workers/rpc.ts';
import { outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import type { BlobCore } from '#workers/ffmpeg/ffmpeg-core.ts';
import { isPhoto, lacksIndex } from '#wasm/mp4/lacks-index.ts';
import { isProtectedMp4 } from '#wasm/mp4/protection.ts';
import { isChainedOgg } from '#workers/media/container/ogg-chain.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { createOverlapLead, createSkippedLead } from './ffmpeg-lead.ts';
import { createPcmOutput } from './ffmpeg-output.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { finalError } from './decoder-order.rules.ts';
import { isStatedPlausible, probeArgs, probeToResult, silentRunToCode } from './ffprobe.rules.ts';

/** Arguments with which ffmpeg decodes only audio, and only from the mounted file. Without `fromS` it starts at the beginning. */
const decodeArgs = (path: string, { sampleRate, channels }: Probe, fromS: number | null) => [
  '-hide_banner',
  '-nostats',
  '-v',
  'error',
  '-protocol_whitelist',
  'file',
  // An accurate seek would drop whatever has a smaller timestamp, also later in the file.
  ...(fromS === null ? [] : ['-noaccurate_seek', '-ss', fromS.toFixed(3)]),
  '-i',
  path,
  '-map',
  '0:a:0',
  '-vn',
  '-sn',
  '-dn',
  '-map_metadata',
  '-1',
  '-ar',
  String(sampleRate),
  '-ac',
  String(channels),
  '-c:a',
  'pcm_f32le',
  '-f',
  'f32le',
  outputPath,
];

/** Probes a file with ffprobe. Errors: `mediaErrorCodes`. */
export async function probeWithFfmpeg(core: BlobCore, file: File): Promise<Probe> {
  const { json, log } = core.mounted(file, (path) => core.probe([...probeArgs, path]));
  const result = probeToResult(json, log);
  // ffprobe finds no audio in some encrypted mp4 files.
  const mayBeMp4 = typeof result === 'string' || result.container.includes('mp4');
  if (mayBeMp4 && (await isProtectedMp4(file))) throw new WorkerError('media.encrypted');
  if (result === 'media.damaged' && (await isPhoto(file))) throw new WorkerError('media.not_audio');
  if (result === 'media.damaged' && (await lacksIndex(file))) throw new WorkerError('media.index_missing');
  if (typeof result === 'string') throw new WorkerError(result, log.join('\n'));
  const { statedS, ...unstated } = result;
  return statedS !== undefined && isStatedPlausible(statedS, file.size) ? result : unstated;
}

/** Time before the tail at which the next run starts, s. Opus needs up to 6 s to give the same samples again. */
const convergeS = 15;
/** A run from the beginning of the file, which decodes again what was sent, may send this many times `sender.room()`. */
const againFactor = 4;

/** Where a run starts. */
type Start = {
  /** Number of frames that were sent before. */
  sent: number;
  /**
   * The interleaved samples that were sent last. The run starts 15 s before them, and looks for them. Null: the run starts at the
   * beginning of the file.
   */
  tail: Float32Array | null;
};
type RunTo = Pick<DecodeTo, 'sender' | 'onFrames'> & { room: number };

/** Returns the time at which a run starts, s; null for the beginning of the file. */
function startOf({ sent, tail }: Start, { sampleRate, channels }: Probe): number | null {
  const fromS = tail ? (sent - tail.length / channels) / sampleRate - convergeS : 0;
  return fromS > 0 ? fromS : null;
}

/**
 * Runs ffmpeg once, from `start` until the file ends or `room` is used up. Returns the start of the next run; null if ffmpeg has
 * reached the end of the file. If ffmpeg has decoded no sample, throws the `WorkerError` that says why.
 */
function runOnce(core: BlobCore, file: File, probe: Probe, start: Start, to: RunTo): Start | null {
  const { channels } = probe;
  const { sent, tail } = start;
  const fromS = startOf(start, probe);
  const lead =
    tail && fromS !== null
      ? createOverlapLead({ tail, channels, frames: 2 * convergeS * probe.sampleRate })
      : createSkippedLead(4 * channels * sent);
  const output = createPcmOutput({ ...to, channels, lead, sent, stop: core.ioError });
  try {
    const { log } = core.mounted(file, (path) => core.run(decodeArgs(path, probe, fromS), output));
    output.end();
    const { frames, isFull } = output;
    if (frames === 0) throw new WorkerError(silentRunToCode(log), log.join('\n'));
    if (isFull) return { sent: frames, tail: output.tail() };
    return lead.isLost ? { sent: frames, tail: null } : null;
  } finally {
    // The counted frames are sent even after a failure: the next decoder continues after them.
    output.finish();
  }
}

type WithCore = <T>(use: (core: BlobCore) => T) => Promise<T>;

/**
 * Decodes from frame `skip` on. Without shared memory a run of ffmpeg cannot be held back. It ends when it is too far ahead of
 * the receiver. When the receiver has caught up, the next run starts some seconds before that place and looks for the samples
 * that were sent last. If it does not find them, the run after it decodes from the beginning and drops what was sent.
 */
export async function decodeWithFfmpeg(
  withCore: WithCore,
  file: File,
  probe: Probe,
  { skip, sender, signal, onFrames }: DecodeTo,
): Promise<void> {
  const runFrom = async ({ sent, tail }: Start): Promise<Start | null> => {
    const room = sender.room() * (sent === 0 || tail ? 1 : againFactor);
    let frames = sent;
    const count = (so: number) => {
      frames = so;
      onFrames(so);
    };
    const to = { sender, room, onFrames: count };
    try {
      return await withCore((core) => runOnce(core, file, probe, { sent, tail }, to));
    } catch (error) {
      // ffmpeg failed on the way to the place that it was given. From the beginning it may pass.
      if (tail && frames === sent && !finalError(error)) return { sent, tail: null };
      throw error;
    }
  };
  // After a seek ffmpeg does not go from one stream of a chained ogg file to the next.
  let canSeek: boolean | null = null;
  for (let start: Start = { sent: skip, tail: null }; ;) {
    const next = await runFrom(start);
    if (!next) return;
    canSeek ??= !(probe.container === 'ogg' && (await isChainedOgg(file)));
    start = canSeek ? next : { ...next, tail: null };
    // This also waits until the receiver has caught up.
    await sender.slotLater(signal);
  }
}
