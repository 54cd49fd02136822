import {
  ADTS,
  CustomSource,
  EncodedPacketSink,
  FLAC,
  Input,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
  type EncodedPacket,
  type InputAudioTrack,
} from 'mediabunny';
import { bytesOf } from './blob-pieces.ts';

// mediabunny's warnings about people's files do not belong on their console.
Logging.level = LogLevel.Silent;

/** ffmpeg's names of containers, by mediabunny's names. */
const containers: Record<string, string> = {
  MP4: 'mov,mp4,m4a,3gp,3g2,mj2',
  'QuickTime File Format': 'mov,mp4,m4a,3gp,3g2,mj2',
  Matroska: 'matroska,webm',
  WebM: 'matroska,webm',
  WAVE: 'wav',
  Ogg: 'ogg',
  FLAC: 'flac',
  MP3: 'mp3',
  ADTS: 'aac',
};

const readAheadBytes = 1 << 20;
const cacheBytes = 4 << 20;

/** Creates a mediabunny source that reads the file in pieces of 1 MiB and records the position of the last read. */
function createFileSource(file: Blob) {
  let held = new Uint8Array(0);
  let heldAt = 0;
  let position = 0;
  let failure: unknown;
  const source = new CustomSource({
    getSize: () => file.size,
    maxCacheSize: cacheBytes,
    async read(start, end) {
      position = end;
      if (start < heldAt || end > heldAt + held.length) {
        try {
          held = await bytesOf(file.slice(start, Math.max(end, start + readAheadBytes)));
        } catch (error) {
          failure ??= error;
          throw error;
        }
        heldAt = start;
      }
      return held.slice(start - heldAt, end - heldAt);
    },
    // A failed read-ahead rejects again when it is awaited.
    handleUnhandledError() {},
  });
  return { source, position: () => position, failure: () => failure };
}

export type Demuxed = Disposable & {
  container: string;
  /** mediabunny's codec name, such as `aac` or `pcm-s16`. */
  codec: string;
  config: AudioDecoderConfig;
  durationS: number | null;
  hasVideo: boolean;
  packets(): AsyncGenerator<EncodedPacket, void, undefined>;
  /** Returns the end of the last read in the file, bytes. */
  position(): number;
  /** Returns the read error of the operating system, if there was one. */
  failure(): unknown;
};

async function lengthOf(track: InputAudioTrack, container: string): Promise<number | null> {
  // Only in an Ogg file is the length at the end, where it is cheap to read.
  if (container === 'ogg') return (await track.computeDuration()) || null;
  return (await track.getDurationFromMetadata()) || null;
}

/** Opens the first audio track of a file, detected by content; null if mediabunny does not know the format. */
export async function openDemuxer(file: Blob): Promise<Demuxed | null> {
  const { source, position, failure } = createFileSource(file);
  const formats = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS];
  const input = new Input({ source, formats });
  const dispose = () => input.dispose();
  try {
    const container = (await input.canRead()) ? containers[(await input.getFormat()).name] : undefined;
    const [track] = container ? await input.getAudioTracks() : [];
    const [config, codec] = track ? [await track.getDecoderConfig(), await track.getCodec()] : [];
    if (!container || !track || !config || !codec) {
      dispose();
      return null;
    }
    return {
      container,
      codec,
      config,
      durationS: await lengthOf(track, container),
      hasVideo: (await input.getVideoTracks()).length > 0,
      packets: () => new EncodedPacketSink(track).packets(),
      position,
      failure,
      [Symbol.dispose]: dispose,
    };
  } catch {
    dispose();
    if (failure()) throw failure();
    return null;
  }
}
