import type { Codec } from '#wasm/codec/codec.ts';
import { findMoov } from '#wasm/mp4/boxes.ts';
import { isProtectedMoov } from '#wasm/mp4/protection.ts';
import { packetFrames, readAacTrack, type AacTrack } from '#wasm/mp4/sample-table.ts';
import { packetsOf } from './aac-packets.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { readSoundEdit } from '#workers/media/container/edit-list.rules.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { slotFloats, type PcmSlot } from '#workers/media/pcm/pcm-stream.ts';

type AacLayout = AacTrack & {
  /** Decoded samples per channel to drop at the start. */
  skip: number;
  /** Number of packets to decode; later ones lie behind the end of the edit. */
  packets: number;
  durationS: number;
};

/** A longer delay is a cut, where ffmpeg does not decode everything before it. */
const maxSkipS = 1;

/** Reads the brand of an mp4 or mov; null for other files. */
async function readBrand(file: Blob): Promise<{ isQuickTime: boolean } | null> {
  const head = await file.slice(0, 12).text();
  return head.slice(4, 8) === 'ftyp' ? { isQuickTime: head.slice(8) === 'qt  ' } : null;
}

/**
 * Locates the AAC-LC packets of the first audio track of an mp4. Null if it is another file, protected, fragmented, cut, or
 * of another codec.
 */
export async function readAac(file: Blob): Promise<AacLayout | null> {
  const brand = await readBrand(file);
  const moov = brand && (await findMoov(file));
  if (!moov || isProtectedMoov(moov)) return null;
  const edit = readSoundEdit(moov);
  const track = edit && readAacTrack(moov, file.size, brand.isQuickTime);
  if (!track || edit.skipS > maxSkipS) return null;
  const { sampleRate, table, times } = track;
  const skip = Math.round(edit.skipS * sampleRate);
  const edited = Math.round(edit.lengthS * sampleRate);
  let packets = 0;
  while (packets < table.sizes.length && times[packets]! < skip + edited) packets++;
  // The delay is counted on the track's clock, which must be the sample clock.
  const primed = Math.floor(skip / packetFrames) + 1;
  const isPrimedInTime = times[primed - 1] === (primed - 1) * packetFrames && times[primed]! > skip;
  if (packets < primed || !isPrimedInTime) return null;
  return { ...track, skip, packets, durationS: Math.min(track.frames, edited) / sampleRate };
}

/**
 * Decodes an mp4's AAC. Sends everything before a packet that is damaged, of another format, or missing at the end; then
 * rejects.
 */
export async function decodeAac(
  file: Blob,
  probe: Pick<Probe, 'sampleRate' | 'channels'>,
  codec: Pick<Codec, 'createAacDecoder'>,
  { sender, signal, onFrames }: Omit<DecodeTo, 'skip'>,
): Promise<void> {
  const layout = await readAac(file);
  if (layout?.sampleRate !== probe.sampleRate || layout.channels !== probe.channels)
    throw new TypeError('not the file that was probed');
  const { channels, table, packets, skip } = layout;
  const decoder = codec.createAacDecoder(layout);
  const slotSamples = Math.floor(slotFloats / channels) * channels;
  let slot: PcmSlot | null = null;
  let filled = 0;
  let sent = 0;
  let dropped = skip * channels;
  let decoded = 0;
  const post = () => {
    sender.post(filled);
    sent += filled;
    slot = null;
    filled = 0;
    onFrames(sent / channels);
  };
  try {
    for await (const group of packetsOf(file, table, packets))
      for (const packet of group) {
        const samples = decoder.decode(packet);
        decoded++;
        let from = Math.min(dropped, samples.length);
        dropped -= from;
        while (from < samples.length) {
          slot ??= await sender.slotLater(signal);
          const part = samples.subarray(from, from + slotSamples - filled);
          slot.set(part, filled);
          from += part.length;
          filled += part.length;
          if (filled === slotSamples) post();
        }
      }
  } finally {
    if (filled > 0 && !signal.aborted) post();
  }
  if (decoded < packets) throw new RangeError(`the file ends ${packets - decoded} packets before its index`);
}
