import { createSHA256 } from 'hash-wasm';
import { readMp3Length } from '#wasm/mp3/info-tag.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { createChunkFile } from './chunk-file.ts';
import { loadCore, outputPath, type Core } from './core.ts';
import { isProtectedMp4 } from './encryption.rules.ts';
import type { MediaContract, Probe } from './media.contract.ts';
import { createMeter } from './meter.ts';
import { createFileOutput, createPcmOutput } from './outputs.ts';
import { createPcmSender } from './pcm-stream.ts';
import { isStatedTooLong, probeArgs, probeToResult, silentRunToCode } from './probe.rules.ts';

let core: Core | undefined;

function loaded(): Core {
  if (!core) throw new WorkerError('media.engine_failed', 'not loaded');
  return core;
}

/** The operating system's word on a file (moved, changed, no permission) is not ffmpeg's word on its content. */
function asMediaError(error: unknown): unknown {
  if (error instanceof WorkerError) return error;
  if (error instanceof DOMException)
    return new WorkerError('media.unreadable', `${error.name}: ${error.message}`);
  return new WorkerError('media.damaged', String(error));
}

async function attempt<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw asMediaError(error);
  }
}

/** Only the sound is read, and from nowhere but the mounted file. */
const inputArgs = (path: string) => [
  ...['-hide_banner', '-nostats', '-v', 'error', '-protocol_whitelist', 'file', '-i', path],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
];

const decodeArgs = (path: string, { sampleRate, channels }: Probe) => [
  ...inputArgs(path),
  ...['-ar', String(sampleRate), '-ac', String(channels), '-c:a', 'pcm_f32le', '-f', 'f32le', outputPath],
];

/**
 * Mixing to mono keeps the level (`rematrix_maxval`): left alone, ffmpeg adds 3 dB to stereo that decodes to floating
 * point. The Info tag with the exact length is written by seeking back at the end; ID3 would only be in the way.
 */
const encodeArgs = (path: string, sampleRate: number, bitrate: number) => [
  ...inputArgs(path),
  ...['-af', `aresample=${sampleRate}:rematrix_maxval=1`, '-ac', '1'],
  ...['-c:a', 'libmp3lame', '-b:a', `${bitrate}k`, '-write_xing', '1', '-id3v2_version', '0'],
  ...['-f', 'mp3', outputPath],
];

serve<MediaContract>({
  async load() {
    core ??= await loadCore();
    return undefined;
  },

  probe: ({ file }) =>
    attempt(async () => {
      // Reading one octet tells a file that cannot be read from one that cannot be understood.
      await file.slice(0, 1).arrayBuffer();
      const { json, log } = loaded().mounted(file, (path) => loaded().probe([...probeArgs, path]));
      const result = probeToResult(json, log);
      if (typeof result === 'string') throw new WorkerError(result, log.join('\n'));
      if (result.container.includes('mp4') && (await isProtectedMp4(file)))
        throw new WorkerError('media.encrypted');
      if (isStatedTooLong(result.durationS, file.size)) throw new WorkerError('media.too_long');
      return result;
    }),

  decode: ({ file, probe, sink }, { emit }) =>
    attempt(() => {
      let samples = 0;
      const meter = createMeter(probe.durationS, emit);
      const output = createPcmOutput(createPcmSender(sink), probe.channels, (count) => {
        samples = count;
        meter(samples / probe.sampleRate);
      });
      const { log } = loaded().mounted(file, (path) => loaded().run(decodeArgs(path, probe), output));
      if (samples === 0) throw new WorkerError(silentRunToCode(log), log.join('\n'));
      output.finish();
      return { durationS: samples / probe.sampleRate };
    }),

  encode: ({ file, probe, settings }, { emit }) =>
    attempt(async () => {
      const mp3 = createChunkFile();
      const meter = createMeter(probe.durationS, emit);
      const output = createFileOutput(mp3, (octets) => meter((octets * 8) / (settings.bitrate * 1000)));
      const args = (path: string) => encodeArgs(path, settings.sampleRate, settings.bitrate);
      const { log } = loaded().mounted(file, (path) => loaded().run(args(path), output));
      const parts = mp3.parts();
      const length = parts[0] && readMp3Length(parts[0]);
      if (!length?.samples) throw new WorkerError(silentRunToCode(log), log.join('\n'));
      // The first frame changes last, so the digest cannot be taken on the way; it takes 0.3 s for 2:30 h.
      const hash = await createSHA256();
      for (const part of parts) hash.update(part);
      const blob = new Blob(parts, { type: 'audio/mpeg' });
      const durationS = length.samples / length.sampleRate;
      return { mp3: blob, bytes: blob.size, sha256: hash.digest('hex'), durationS };
    }),
});
