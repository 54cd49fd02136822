import { openMedia } from '#workers/media/media.client.ts';
import type { MediaPath, Probe } from '#workers/media/media.contract.ts';
import { createPcmStream, receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { transfer } from '#workers/rpc.ts';
import { agreement, decodeIn, probeIn } from '#workers/testing/decoding.ts';

const picked = (): File => {
  const file = document.querySelector('input')?.files?.[0];
  if (!file) throw new Error('No file was picked.');
  return file;
};

/** One worker for all comparisons, because loading the core takes longer than decoding a short file. */
const media = openMedia();

/** Decodes the file and discards the sound. The core is already loaded. */
async function pass(file: File, probe: Probe): Promise<MediaPath[]> {
  const { sink, source } = createPcmStream();
  const decoding = media.call('decode', transfer({ file, probe, sink }, [sink.port]));
  for await (const block of receivePcm(source)) if (block.length === 0) break;
  return (await decoding).paths;
}

/** Measures one pass of each decoder that supports the file, ms; ffmpeg.wasm is first. */
async function time() {
  const file = picked();
  const probe = await probeIn(media, file);
  const browser: MediaPath[] = probe.path === 'direct' ? [] : ['webcodecs'];
  const paths = new Set<MediaPath>(['ffmpeg', ...browser, probe.path]);
  // For an unknown format the core is loaded for ffprobe, so that its loading is not measured.
  await probeIn(media, new File(['?'], 'unknown')).catch(() => null);
  const times: { path: MediaPath; paths: MediaPath[]; ms: number }[] = [];
  for (const path of paths) {
    const startedAt = performance.now();
    const used = await pass(file, { ...probe, path });
    times.push({ path, paths: used, ms: performance.now() - startedAt });
  }
  return { probe, times };
}

const probe = () => probeIn(media, picked());

/** Compares the output of a decoder with the samples (f32le) at `address`. */
async function compare(path: MediaPath, address: string) {
  const file = picked();
  const ours = await decodeIn(media, file, { ...(await probeIn(media, file)), path });
  const native = new Float32Array(await (await fetch(address)).arrayBuffer());
  return {
    ...agreement(ours.samples, native),
    paths: ours.paths,
    frames: ours.frames,
    nativeFrames: native.length / ours.channels,
  };
}

Object.assign(globalThis, { time, probe, compare });
