import { readAac } from '#workers/media/decoder/aac-decoder.ts';
import { openDemuxer } from '#workers/media/container/demuxer.ts';
import { readFlac } from '#workers/media/decoder/flac-decoder.ts';
import { isProtectedMp4 } from '#wasm/mp4/protection.ts';
import type { Probe } from './media.contract.ts';
import { readMp3 } from '#workers/media/decoder/mp3-decoder.ts';
import { maxChannels, maxSampleRate } from '#workers/media/decoder/ffprobe.rules.ts';
import { WorkerError } from '#workers/rpc.ts';
import { readWav } from '#workers/media/container/wav-header.ts';

const isWithinLimits = ({ sampleRate, channels }: { sampleRate: number; channels: number }) =>
  sampleRate <= maxSampleRate && channels <= maxChannels;

async function probeWav(file: File): Promise<Probe | null> {
  const layout = await readWav(file);
  if (!layout || !isWithinLimits(layout)) return null;
  const { codec, sampleRate, channels, dataBytes, statedBytes } = layout;
  const secondsOf = (bytes: number) => bytes / codec.bytes / channels / sampleRate;
  const durationS = secondsOf(dataBytes);
  return {
    container: 'wav',
    codec: codec.name,
    durationS,
    sampleRate,
    channels,
    hasVideo: false,
    path: 'direct',
    ...(statedBytes === null ? {} : { statedS: secondsOf(statedBytes) }),
  };
}

async function probeFlac(file: File): Promise<Probe | null> {
  const layout = await readFlac(file);
  if (!layout || !isWithinLimits(layout)) return null;
  const { sampleRate, channels, totalFrames } = layout;
  const durationS = totalFrames && totalFrames / sampleRate;
  const container = 'flac';
  const probe = { container, codec: 'flac', durationS, sampleRate, channels, hasVideo: false };
  return { ...probe, path: 'codec', ...(durationS ? { statedS: durationS } : {}) };
}

async function probeMp3(file: File): Promise<Probe | null> {
  const layout = await readMp3(file);
  if (!layout) return null;
  const { durationS, isCounted } = layout;
  const { sampleRate, channels } = layout.format;
  const probe = { container: 'mp3', codec: 'mp3', durationS, sampleRate, channels, hasVideo: false };
  return { ...probe, path: 'codec', ...(isCounted ? { statedS: durationS } : {}) };
}

async function probeAac(file: File): Promise<Probe | null> {
  const layout = await readAac(file);
  if (!layout) return null;
  const { durationS, sampleRate, channels, hasVideo } = layout;
  const container = 'mov,mp4,m4a,3gp,3g2,mj2';
  const probe = { container, codec: 'aac', durationS, sampleRate, channels, hasVideo };
  return { ...probe, path: 'codec', statedS: durationS };
}

/** Probes a format that decodes without the ffmpeg core. Returns null for other formats. */
export const probeDirectly = async (file: File): Promise<Probe | null> =>
  (await probeWav(file)) ?? (await probeFlac(file)) ?? (await probeMp3(file)) ?? (await probeAac(file));

/**
 * Reads the header of a common format, to be shown before a pass. Returns null for other formats. Nothing is decoded, so half
 * the sample rate is returned for HE-AAC.
 */
export async function probeHeader(file: File): Promise<Probe | null> {
  const own = await probeDirectly(file);
  if (own && own.durationS !== null) return own;
  using demuxed = await openDemuxer(file);
  if (!demuxed) return null;
  const { container, codec, config, durationS, hasVideo } = demuxed;
  if (container.startsWith('mov') && (await isProtectedMp4(file))) throw new WorkerError('media.encrypted');
  const { sampleRate, numberOfChannels: channels } = config;
  // If no length is stated, ffprobe estimates one.
  if (durationS === null || !isWithinLimits({ sampleRate, channels })) return null;
  return { container, codec, durationS, sampleRate, channels, hasVideo, path: 'ffmpeg' };
}
