import type { Codec } from '#wasm/codec/codec.ts';
import { findMoov } from '#wasm/mp4/boxes.ts';
import { isProtectedMoov } from '#wasm/mp4/protection.ts';
import { packetFrames, readAacTrack, type AacTrack } from '#wasm/mp4/sample-table.ts';
import { packetsOf } from './aac-packets.ts';
import type { DecodeTo } from './decoder-chain.ts';
import { readSoundEdit } from '#workers/media/container/edit-list.rules.ts';
import type { Probe } from '#workers/media/container/probe.ts';
import { createSlotFiller } from '#workers/media/pcm/slot-filler.ts';

type AacLayout = AacTrack & {
  /** Number of decoded samples per channel to drop at the start. */
  skip: number;
  /** Number of packets to decode; later ones lie after the end of the edit. */
  packets: number;
  durationS: number;
};

/** Longest encoder delay, s. A longer one is a cut, before which ffmpeg does not decode everything. */
const maxSkipS = 1;

/** Reads the brand of an mp4 or mov; null for other files. */
async function readBrand(file: Blob): Promise<{ isQuickTime: boolean } | null> {
  const head = await file.slice(0, 12).text();
  return head.slice(4, 8) === 'ftyp' ? { isQuickTime: head.slice(8) === 'qt  ' } : null;
}

/**
 * Locates the AAC-LC packets of the first audio track of an mp4. Returns null if it is another file, protected,
 * fragmented, cut, or of another codec.
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
  // The delay is given in the track's time, which must equal the time in decoded samples.
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
  to: Omit<DecodeTo, 'skip'>,
): Promise<void> {
  const layout = await readAac(file);
  if (layout?.sampleRate !== probe.sampleRate || layout.channels !== probe.channels)
    throw new TypeError('not the file that was probed');
  const { channels, table, packets, skip } = layout;
  const decoder = codec.createAacDecoder(layout);
  const filler = createSlotFiller(channels, to);
  let dropped = skip * channels;
  let decoded = 0;
  try {
    for await (const group of packetsOf(file, table, packets))
      for (const packet of group) {
        const samples = decoder.decode(packet);
        decoded++;
        const from = Math.min(dropped, samples.length);
        dropped -= from;
        await filler.send(samples.subarray(from));
      }
  } finally {
    filler.end();
  }
  if (decoded < packets) throw new RangeError(`the file ends ${packets - decoded} packets before its index`);
}
