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

// Its warnings are about the files of people, on their console.
Logging.level = LogLevel.Silent;

/** What these readers take; containers by the names that ffmpeg gives them. */
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

/** A file as a source of octets, read in pieces of 1 MiB, that knows how far it was asked for. */
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
    // What reads ahead fails again when it is waited for.
    handleUnhandledError() {},
  });
  return { source, position: () => position, failure: () => failure };
}

export type Demuxed = Disposable & {
  container: string;
  /** mediabunny's name: `aac`, `pcm-s16`. */
  codec: string;
  config: AudioDecoderConfig;
  durationS: number | null;
  hasVideo: boolean;
  packets(): AsyncGenerator<EncodedPacket, void, undefined>;
  /** End of the octets that were asked for last. */
  position(): number;
  /** What the operating system said where it did not let the file be read. */
  failure(): unknown;
};

async function lengthOf(track: InputAudioTrack, container: string): Promise<number | null> {
  // Only an Ogg file tells its length at its end, where looking for it is cheap.
  if (container === 'ogg') return (await track.computeDuration()) || null;
  return (await track.getDurationFromMetadata()) || null;
}

/** Opens the first sound track of a file, by its content; null where these readers know nothing of it. */
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
