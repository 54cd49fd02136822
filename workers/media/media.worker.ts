import { createSHA256 } from 'hash-wasm';
import { readMp3Length } from '#wasm/mp3/info-tag.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { loadCodec } from '#workers/kernel.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { createChunkFile } from '#workers/ffmpeg/chunk-file.ts';
import { createCoreOwner } from '#workers/ffmpeg/ffmpeg-lease.ts';
import { decodeFile } from './decode-file.ts';
import { encodeWithFfmpeg, probeWithFfmpeg } from '#workers/media/decoder/ffmpeg-decoder.ts';
import { look, probeDirectly } from './probe-header.ts';
import type { MediaContract, Probe } from './media.contract.ts';
import { createMeter } from './progress-meter.ts';
import { finalError } from '#workers/media/decoder/decoder-order.rules.ts';
import { createPcmSender } from '#workers/media/pcm/pcm-stream.ts';
import { isStatedTooLong, silentRunToCode } from './probe.rules.ts';

const core = createCoreOwner();

let codec: Promise<Codec> | undefined;
/** Fetched when first needed, and again where that failed: no reason to give the file up, ffmpeg decodes it too. */
function loadCodecOnce(): Promise<Codec> {
  codec ??= loadCodec().catch((error: unknown) => {
    codec = undefined;
    throw new TypeError(String(error));
  });
  return codec;
}

async function attempt<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw finalError(error) ?? new WorkerError('media.damaged', String(error));
  }
}

async function probeFile(file: File, first: (file: File) => Promise<Probe | null>, onWait: () => void) {
  // Reading one octet tells a file that cannot be read from one that cannot be understood.
  await file.slice(0, 1).arrayBuffer();
  const probe = (await first(file)) ?? (await core.lend((lent) => probeWithFfmpeg(lent, file), onWait));
  if (isStatedTooLong(probe.durationS, file.size)) throw new WorkerError('media.too_long');
  return probe;
}

serve<MediaContract>({
  load: () => undefined,

  look: ({ file }, { emit }) => attempt(() => probeFile(file, look, () => emit(undefined))),

  probe: ({ file }, { emit }) => attempt(() => probeFile(file, probeDirectly, () => emit(undefined))),

  decode: ({ file, probe, sink }, { signal, emit }) =>
    attempt(async () => {
      const startedAt = performance.now();
      const sender = createPcmSender(sink);
      const meter = createMeter(probe.durationS, emit);
      let positionS = 0;
      const { frames, paths } = await decodeFile({
        file,
        probe,
        sender,
        signal,
        onFrames(count) {
          positionS = count / probe.sampleRate;
          meter(positionS);
        },
        withCore: (use) => core.lend(use, () => emit({ positionS, durationS: probe.durationS })),
        loadCodec: loadCodecOnce,
      });
      sender.end();
      const busyMs = performance.now() - startedAt - sender.waitedMs;
      return { durationS: frames / probe.sampleRate, paths, busyMs };
    }),

  encode: ({ file, probe, settings }, { emit }) =>
    attempt(async () => {
      const mp3 = createChunkFile();
      const meter = createMeter(probe.durationS, emit);
      const onOctets = (octets: number) => meter((octets * 8) / (settings.bitrate * 1000));
      const onWait = () => emit({ positionS: 0, durationS: probe.durationS });
      const log = await core.lend((lent) => encodeWithFfmpeg(lent, file, settings, mp3, onOctets), onWait);
      const parts = mp3.parts();
      const length = parts[0] && readMp3Length(parts[0]);
      if (!length?.samples) throw new WorkerError(silentRunToCode(log), log.join('\n'));
      // The first frame changes last, so the digest cannot be taken on the way; it takes 0.3 s for 2:30 h.
      const hash = await createSHA256();
      for (const part of parts) hash.update(part);
      const blob = new Blob(parts, { type: 'audio/mpeg' });
      const durationS = length.samples / length.sampleRate;
      return { mp3: blob, bytes: blob.size, sha256: hash.digest('hex'), durationS, timemap: null };
    }),
});
