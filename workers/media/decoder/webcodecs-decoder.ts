import type { EncodedPacket } from 'mediabunny';
import { copyInterleaved } from './audio-data.ts';
import { maxTailBytes, type DecodeTo } from './decoder-chain.ts';
import { openDemuxer, type Demuxed } from '#workers/media/container/demuxer.ts';
import { readGapless, type Gapless } from '#workers/media/container/gapless.ts';
import { opusPacketFrames } from '#workers/media/container/opus.rules.ts';
import { createPacketDecoder } from './packet-decoder.ts';
import { sendLater } from '#workers/media/pcm/pcm-sender.ts';
import { createPcmWriter } from '#workers/media/pcm/pcm-writer.ts';
import { keptRanges, type Trim } from '#workers/media/container/gapless-trim.rules.ts';

/**
 * Codecs that browsers decode, and the largest number of channels. With more, browsers order the channels differently.
 */
const codecs = new Set(['aac', 'mp3', 'opus', 'vorbis', 'flac']);
const maxChannels = 2;
/** HE-AAC profiles, in which the decoded sample rate or number of channels differs from the header. */
const varyingAac = /^mp4a\.40\.(5|29)$/;

/** Returns the number of samples per channel in a packet; null if it is unknown before decoding. */
function packetFrames(codec: string, packet: EncodedPacket, sampleRate: number): number | null {
  if (codec === 'opus') return opusPacketFrames(packet.data);
  if (codec === 'aac') return 1_024;
  if (codec === 'mp3') return sampleRate >= 32_000 ? 1_152 : 576;
  if (codec === 'flac') return Math.round(packet.duration * sampleRate);
  return null;
}

const triedPackets = 6;

/**
 * Decodes the first packets to find out whether the browser decodes this format as the header states it, and how many
 * frames of encoder delay it removes itself. Returns null if it cannot, or behaves in an unknown way.
 */
async function tryDecoder({ codec, config, packets }: Demuxed): Promise<{ ownSkip: number } | null> {
  let decoded = 0;
  let expected: number | null = 0;
  let isAsStated = true;
  using decoder = createPacketDecoder(config, (data) => {
    decoded += data.numberOfFrames;
    isAsStated &&= data.sampleRate === config.sampleRate && data.numberOfChannels === config.numberOfChannels;
  });
  let tried = 0;
  for await (const packet of packets()) {
    const frames = packetFrames(codec, packet, config.sampleRate);
    expected = frames === null || expected === null ? null : expected + frames;
    await decoder.decode(packet.toEncodedAudioChunk());
    if (++tried === triedPackets) break;
  }
  await decoder.flush();
  if (decoded === 0 || !isAsStated) return null;
  return { ownSkip: expected === null ? 0 : expected - decoded };
}

type Track = Disposable & {
  demuxed: Demuxed;
  gapless: Gapless;
  /** Number of frames of encoder delay that this browser removes itself. */
  ownSkip: number;
};

/** Opens the first audio track for the browser's decoder; null if ffmpeg must decode it. */
export async function openTrack(file: Blob): Promise<Track | null> {
  if (!('AudioDecoder' in globalThis)) return null;
  const demuxed = await openDemuxer(file);
  if (!demuxed) return null;
  try {
    const { codec, config } = demuxed;
    const isKnown = codecs.has(codec) && config.numberOfChannels <= maxChannels;
    const gapless = isKnown && !varyingAac.test(config.codec) ? await readGapless(file, demuxed) : null;
    const { supported } = gapless ? await AudioDecoder.isConfigSupported(config) : {};
    const tried = supported ? await tryDecoder(demuxed) : null;
    const isPrimed = tried && (tried.ownSkip === 0 || tried.ownSkip === gapless?.trim.skip);
    if (gapless && tried && isPrimed)
      return { demuxed, gapless, ...tried, [Symbol.dispose]: () => demuxed[Symbol.dispose]() };
  } catch {
    if (demuxed.failure()) throw demuxed.failure();
  }
  demuxed[Symbol.dispose]();
  return null;
}

/** Yields each packet with whether it is the last one. */
async function* withLast<T>(items: AsyncIterable<T>): AsyncGenerator<[item: T, isLast: boolean]> {
  let held: { item: T } | undefined;
  for await (const item of items) {
    if (held) yield [held.item, false];
    held = { item };
  }
  if (held) yield [held.item, true];
}

/** Returns true for a stream format: a demuxer that stops before its end has lost synchronisation. */
const isStream = (container: string) => !container.startsWith('mov');

/**
 * Decodes a track at the rate and channels of its header, from frame `skip` on. Sends everything before a packet that
 * cannot be decoded, changes the format, or ends the demuxer before the end of the file; then rejects.
 */
export async function decodeTrack(
  { demuxed, gapless, ownSkip }: Track,
  fileBytes: number,
  { skip, sender, signal, onFrames }: DecodeTo,
): Promise<void> {
  const { codec, config, container } = demuxed;
  const { sampleRate, numberOfChannels: channels } = config;
  const trim: Trim = { ...gapless.trim, skip: gapless.trim.skip - ownSkip };
  const writer = createPcmWriter(channels);
  let decoded = 0;
  let kept = 0;
  let stated = -ownSkip;
  using decoder = createPacketDecoder(config, (data) => {
    if (data.sampleRate !== sampleRate || data.numberOfChannels !== channels)
      throw new TypeError(`the format changes to ${data.sampleRate} Hz, ${data.numberOfChannels} channels`);
    for (const { from, count } of keptRanges(trim, decoded, data.numberOfFrames)) {
      const passed = Math.min(count, Math.max(0, skip - kept));
      kept += count;
      writer.write(count - passed, (target, at, part) =>
        copyInterleaved(data, from + passed + at, part, target),
      );
    }
    decoded += data.numberOfFrames;
  });
  const send = async (isLast = false) => {
    for (const block of writer.take(isLast)) await sendLater(sender, block, signal);
    onFrames(skip + writer.frames);
  };
  try {
    for await (const [packet, isLast] of withLast(demuxed.packets())) {
      if (packet.timestamp >= gapless.endS) break;
      const length = Math.round(packet.duration * sampleRate);
      if (isLast && gapless.endsWithLastPacket) trim.dropFrom = stated + length;
      stated += packetFrames(codec, packet, sampleRate) ?? length;
      await decoder.decode(packet.toEncodedAudioChunk());
      await send();
    }
    await decoder.flush();
  } finally {
    await send(true);
  }
  if (isStream(container) && fileBytes - demuxed.position() > maxTailBytes)
    throw new Error(`the reader stopped at ${demuxed.position()} of ${fileBytes} octets`);
}
