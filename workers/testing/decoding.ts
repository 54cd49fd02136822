import { openMedia } from '#workers/media/media.client.ts';
import type { MediaContract, MediaPath, Probe } from '#workers/media/media.contract.ts';
import { createPcmStream, receivePcm, type PcmSource } from '#workers/media/pcm/pcm-stream.ts';
import { transfer, type Connection } from '#workers/rpc.ts';

export type Decoded = {
  samples: Float32Array;
  channels: number;
  frames: number;
  paths: MediaPath[];
};

export async function collect(source: PcmSource): Promise<Float32Array> {
  const blocks: Float32Array[] = [];
  for await (const block of receivePcm(source)) blocks.push(block.slice());
  const samples = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    samples.set(block, at);
    at += block.length;
  }
  return samples;
}

/** Decodes a file in the given worker by the path of `probe`. */
export async function decodeIn(
  media: Connection<MediaContract>,
  file: File,
  probe: Probe,
  stream: Parameters<typeof createPcmStream>[0] = {},
): Promise<Decoded> {
  const { sink, source } = createPcmStream(stream);
  const collecting = collect(source);
  try {
    const { paths } = await media.call('decode', transfer({ file, probe, sink }, [sink.port]));
    const samples = await collecting;
    return { samples, channels: probe.channels, frames: samples.length / probe.channels, paths };
  } finally {
    source.port.close();
  }
}

export const probeIn = (media: Connection<MediaContract>, file: File): Promise<Probe> =>
  media.call('probeFully', { file });

export type Agreement = {
  /** Correlation of all channels without shift; 1 if both are silent. */
  correlation: number;
  largestDifference: number;
  /** Level of the first minus that of the second, dB. */
  levelDb: number;
};

/** Compares two decodings over their common length. */
export function agreement(a: Float32Array, b: Float32Array): Agreement {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  let largestDifference = 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    ab += x * y;
    aa += x * x;
    bb += y * y;
    largestDifference = Math.max(largestDifference, Math.abs(x - y));
  }
  const correlation = aa === 0 && bb === 0 ? 1 : ab / Math.sqrt(aa * bb);
  return { correlation, largestDifference, levelDb: aa === bb ? 0 : 10 * Math.log10(aa / bb) };
}

/** Creates a media worker that is replaced after a crash or a time-out. */
export function createReusedMedia(): Disposable & {
  run<T>(work: (media: Connection<MediaContract>) => Promise<T>, limitMs: number): Promise<T>;
  replaced(): number;
} {
  let media = openMedia();
  let replacements = 0;
  return {
    async run(work, limitMs) {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
      try {
        return await Promise.race([work(media), late]);
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (!code.startsWith('media.')) {
          media[Symbol.dispose]();
          media = openMedia();
          replacements++;
        }
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    replaced: () => replacements,
    [Symbol.dispose]: () => media[Symbol.dispose](),
  };
}
