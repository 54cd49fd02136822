import { createEncoder } from 'wasm-media-encoders';
import { buildOpenInfoTag } from '#wasm/mp3/info-tag-write.ts';
import {
  decoderDelaySamples,
  frameBytes,
  lameDelaySamples,
  mp3FrameSamples,
  type Mp3Settings,
} from '#wasm/mp3/format.ts';

/** One run of the encoder. Outputs whole frames of `frameBytes(settings)` each. */
type Mp3Stream = {
  /** Encodes mono samples at the sample rate of the settings. The encoder keeps some 2,000 of them for the next call. */
  push(samples: Float32Array): Uint8Array<ArrayBuffer>;
  /** Returns the remaining frames, without extra padding. */
  finish(): Uint8Array<ArrayBuffer>;
};

/** LAME encodes one stream at a time: `begin` ends the previous one. */
export type Mp3Encoder = { begin(settings: Mp3Settings): Mp3Stream };

/** Bit rates in kbit/s that wasm-media-encoders 0.7.0 accepts. */
const bitrates = {
  mpeg1: [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [8, 16, 24, 32, 40, 48, 64, 80, 96, 112, 128, 160],
} as const;
type Bitrate = (typeof bitrates)[keyof typeof bitrates][number];

/**
 * Returns the settings with the largest bit rate up to the requested one that can be streamed, or with the smallest if
 * there is none.
 */
export function streamableSettings({ sampleRate, bitrate }: Mp3Settings): Mp3Settings & { bitrate: Bitrate } {
  const known: readonly Bitrate[] = sampleRate >= 32_000 ? bitrates.mpeg1 : bitrates.mpeg2;
  return { sampleRate, bitrate: known.findLast((rate) => rate <= bitrate) ?? known[0]! };
}

/** Number of decoded samples before the first sample of the recording: encoder and decoder delay. */
export const startSamples = lameDelaySamples + decoderDelaySamples;

/** Returns the number of frames that decode to all of these samples. */
export const framesFor = (samples: number, settings: Mp3Settings): number =>
  samples > 0 ? Math.ceil((samples + startSamples) / mp3FrameSamples(settings.sampleRate)) : 0;

/** Returns the first frame of a file: an Info tag that tells decoders to skip the delay. */
export const startTag = ({ sampleRate, bitrate }: Mp3Settings): Uint8Array<ArrayBuffer> =>
  buildOpenInfoTag({
    format: { version: sampleRate >= 32_000 ? 3 : 2, sampleRate, channels: 1 },
    bitrate,
    delaySamples: lameDelaySamples,
  });

/**
 * Creates an encoder, which takes 1 MB of memory for a recording of any length. `wasm` is mp3.wasm of
 * wasm-media-encoders.
 */
export async function createMp3Encoder(wasm: WebAssembly.Module): Promise<Mp3Encoder> {
  const lame = await createEncoder('audio/mpeg', wasm);
  let latest: object | null = null;
  return {
    begin(wanted) {
      const settings = streamableSettings(wanted);
      const { sampleRate, bitrate } = settings;
      lame.configure({ channels: 1, sampleRate, outputSampleRate: sampleRate, bitrate });
      const size = frameBytes(settings);
      let samples = 0;
      let framesOut = 0;
      let held = new Uint8Array(0);
      const stream: Mp3Stream = {
        push(block) {
          if (latest !== stream) throw new Error('another stream has begun');
          samples += block.length;
          return block.length > 0 ? wholeFrames(lame.encode([block])) : new Uint8Array(0);
        },
        finish() {
          if (latest !== stream) throw new Error('another stream has begun');
          const missing = framesFor(samples, settings) - framesOut;
          const rest = wholeFrames(lame.finalize()).subarray(0, Math.max(0, missing) * size);
          latest = null;
          return rest;
        },
      };
      /** Copies the encoder's output, which lies in its memory and may end within a frame. */
      const wholeFrames = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
        const all = new Uint8Array(held.length + bytes.length);
        all.set(held);
        all.set(bytes, held.length);
        const whole = Math.floor(all.length / size);
        held = all.slice(whole * size);
        framesOut += whole;
        return all.subarray(0, whole * size);
      };
      latest = stream;
      return stream;
    },
  };
}
