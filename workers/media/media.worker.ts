import type { Codec } from '#wasm/codec/codec.ts';
import { loadCodec } from '#workers/kernel.ts';
import { serve, WorkerError } from '#workers/rpc.ts';
import { createFfmpegLease } from '#workers/ffmpeg/ffmpeg-lease.ts';
import { decodeFile } from './decode-file.ts';
import { probeWithFfmpeg } from '#workers/media/decoder/ffmpeg-decoder.ts';
import { probeDirectly, probeHeader } from './probe-header.ts';
import type { MediaContract, Probe } from './media.contract.ts';
import { createProgressMeter } from './progress-meter.ts';
import { decodeError, finalError } from '#workers/media/decoder/decoder-order.rules.ts';
import { createPcmSender } from '#workers/media/pcm/pcm-stream.ts';
import { isStatedTooLong } from '#workers/media/decoder/ffprobe.rules.ts';

const core = createFfmpegLease();

let codec: Promise<Codec> | undefined;
/** Loads our decoders when first needed, and again after a failure. A failure is not final: ffmpeg decodes the file instead. */
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
    throw finalError(error) ?? decodeError(error);
  }
}

async function probeFile(file: File, first: (file: File) => Promise<Probe | null>, onWait: () => void) {
  // Reading one byte distinguishes an unreadable file from an unknown format. Firefox rejects with an `AbortError`.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw new WorkerError('media.unreadable', String(error));
    });
  const probe = (await first(file)) ?? (await core.lend((lent) => probeWithFfmpeg(lent, file), onWait));
  if (isStatedTooLong(probe.durationS, file.size)) throw new WorkerError('media.too_long');
  return probe;
}

serve<MediaContract>({
  load: () => undefined,

  probeHeader: ({ file }, { emit }) => attempt(() => probeFile(file, probeHeader, () => emit(undefined))),

  probeFully: ({ file }, { emit }) => attempt(() => probeFile(file, probeDirectly, () => emit(undefined))),

  decode: ({ file, probe, sink }, { signal, emit }) =>
    attempt(async () => {
      const startedAt = performance.now();
      const sender = createPcmSender(sink);
      const meter = createProgressMeter(probe.durationS, emit);
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
});
