import { outputPath } from '#wasm/ffmpeg/ffmpeg-core.ts';
import { createFileOutput } from '#wasm/ffmpeg/file-output.ts';
import { crc16 } from '#wasm/mp3/crc16.ts';
import { buildInfoTag } from '#wasm/mp3/info-tag-write.ts';
import {
  frameBytes,
  frameCount,
  lameDelaySamples,
  mp3FrameSamples,
  paddingSamples,
  type Mp3Settings,
} from '#wasm/mp3/format.ts';
import { piecesOf } from '#workers/media/container/blob-pieces.ts';
import { createChunkFile } from '#workers/ffmpeg/chunk-file.ts';
import { loadCore, type BlobCore } from '#workers/ffmpeg/ffmpeg-core.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { createDigest } from '#workers/digest.ts';
import type { EncoderContract } from './encoder.contract.ts';
import type { EncodeJob } from './job-stream.ts';

let core: Promise<BlobCore> | undefined;

/**
 * Arguments of ffmpeg for one job. Without the bit reservoir every frame can be decoded alone, so frames of several jobs can
 * be joined.
 */
const encodeArgs = (path: string, { sampleRate, bitrate }: Mp3Settings) => [
  '-hide_banner',
  '-nostats',
  '-v',
  'error',
  '-protocol_whitelist',
  'file',
  '-f',
  'f32le',
  '-ar',
  String(sampleRate),
  '-ac',
  '1',
  '-i',
  path,
  '-c:a',
  'libmp3lame',
  '-b:a',
  `${bitrate}k`,
  '-reservoir',
  '0',
  '-write_xing',
  '0',
  '-id3v2_version',
  '0',
  '-f',
  'mp3',
  outputPath,
];

function encodeRun(core: BlobCore, { pcm }: EncodeJob, settings: Mp3Settings): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const size = frameCount(pcm.length, mp3FrameSamples(settings.sampleRate)) * frameBytes(settings);
  const file = createChunkFile(size);
  const output = createFileOutput(file);
  const { log } = core.held(bytes, (path) => core.run(encodeArgs(path, settings), output));
  const [run] = file.parts();
  if (run?.length !== size)
    throw new WorkerError('media.engine_failed', `${run?.length} of ${size} octets\n${log.join('\n')}`);
  return run;
}

async function* blocksOf(frames: Blob, emit: (read: number) => void) {
  let read = 0;
  for await (const block of piecesOf(frames)) {
    yield block;
    read += block.length;
    emit(read / frames.size);
  }
}

serve<EncoderContract>({
  async load() {
    core ??= loadCore();
    await core;
    return undefined;
  },

  async encode({ job, settings }) {
    const startedAt = performance.now();
    if (!core) throw new WorkerError('media.engine_failed', 'not loaded');
    const ready = await core;
    const run = encodeRun(ready, job, settings);
    const octets = frameBytes(settings);
    const from = job.skipFrames * octets;
    const to = job.frames === null ? run.length : from + job.frames * octets;
    const frames = new Blob([run.subarray(from, to)]);
    return { frames, busyMs: performance.now() - startedAt };
  },

  async seal({ frames, settings, samples }, { emit }) {
    const frameSamples = mp3FrameSamples(settings.sampleRate);
    let musicCrc = 0;
    for await (const block of blocksOf(frames, (share) => emit(share / 2))) musicCrc = crc16(block, musicCrc);
    const tag = buildInfoTag({
      format: { version: frameSamples === 576 ? 2 : 3, sampleRate: settings.sampleRate, channels: 1 },
      bitrate: settings.bitrate,
      frames: frameCount(samples, frameSamples),
      audioBytes: frames.size,
      delaySamples: lameDelaySamples,
      paddingSamples: paddingSamples(samples, frameSamples),
      musicCrc,
    });
    const hash = await createDigest();
    hash.update(tag);
    for await (const block of blocksOf(frames, (share) => emit(0.5 + share / 2))) hash.update(block);
    return { tag: new Blob([tag]), sha256: hash.digest() };
  },
});
