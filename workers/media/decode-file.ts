import { createBurstGate } from '#wasm/codec/burst.ts';
import type { Codec } from '#wasm/codec/codec.ts';
import { decodeAac } from '#workers/media/decoder/aac-decoder.ts';
import type { BlobCore } from '#workers/ffmpeg/ffmpeg-core.ts';
import { decodeInOrder, type DecodeTo } from '#workers/media/decoder/decoder-chain.ts';
import { decodeWav } from '#workers/media/decoder/wav-decoder.ts';
import { decodeWithFfmpeg } from '#workers/media/decoder/ffmpeg-decoder.ts';
import { decodeFlac } from '#workers/media/decoder/flac-decoder.ts';
import type { MediaPath, Probe } from './media.contract.ts';
import { decodeMp3 } from '#workers/media/decoder/mp3-decoder.ts';
import { decoderOrder } from '#workers/media/decoder/decoder-order.rules.ts';
import { readWav } from '#workers/media/container/wav-header.ts';
import { decodeTrack, openTrack } from '#workers/media/decoder/webcodecs-decoder.ts';

/** Returns true for a lossless codec, in which a loud sample is genuine, not the burst of a damaged frame. */
const isExact = (codec: string) => /^(pcm_|flac|alac|wav|tta|ape|truehd|mlp)/.test(codec);

/** Returns `to` with bursts from damaged frames silenced (wasm/codec/burst.ts). Our own decoders do so themselves. */
function withoutBursts(to: DecodeTo, { codec, channels }: Probe): DecodeTo {
  if (isExact(codec)) return to;
  const { sender } = to;
  const gate = createBurstGate(channels);
  const gated: DecodeTo['sender'] = {
    ...sender,
    post(floats) {
      gate(sender.slot().subarray(0, floats));
      sender.post(floats);
    },
  };
  return { ...to, sender: gated };
}

type OwnDecoder = (file: File, probe: Probe, codec: Codec, to: Omit<DecodeTo, 'skip'>) => Promise<void>;

const ownDecoders: Record<string, OwnDecoder> = { aac: decodeAac, flac: decodeFlac, mp3: decodeMp3 };

type Decoding = Omit<DecodeTo, 'skip'> & {
  file: File;
  probe: Probe;
  withCore<T>(use: (core: BlobCore) => T): Promise<T>;
  loadCodec(): Promise<Codec>;
};

/**
 * Decodes a file by the decoders for its probe's path: by the first one, and if that fails, by the next. Errors:
 * `mediaErrorCodes`.
 */
export async function decodeFile({
  file,
  probe,
  withCore,
  loadCodec,
  ...to
}: Decoding): Promise<{ frames: number; paths: MediaPath[] }> {
  return decodeInOrder(
    decoderOrder[probe.path],
    {
      async direct(part) {
        const layout = await readWav(file);
        if (!layout) throw new TypeError('no uncompressed file');
        // If our own decoders cannot be loaded, the reader in JavaScript is used, which is slower.
        const own = layout.codec.format && (await loadCodec().catch(() => null));
        await decodeWav(file, layout, own, part);
      },
      async codec(part) {
        const decode = ownDecoders[probe.codec];
        if (!decode) throw new TypeError('not for our own decoders');
        await decode(file, probe, await loadCodec(), part);
      },
      async webcodecs(part) {
        using track = await openTrack(file);
        const config = track?.demuxed.config;
        if (!track || config?.sampleRate !== probe.sampleRate || config.numberOfChannels !== probe.channels)
          throw new TypeError('not for the decoders of this browser');
        await decodeTrack(track, file.size, withoutBursts(part, probe));
      },
      ffmpeg: (part) => decodeWithFfmpeg(withCore, file, probe, withoutBursts(part, probe)),
    },
    to,
  );
}
