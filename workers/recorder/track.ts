import type { Mp3Settings } from '#wasm/mp3/format.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';
import type { Digest } from '#workers/digest.ts';
import { startTag, type Mp3Encoder } from './mp3-stream.ts';
import { decodedS, pieceBytes, samplesThatFit, takeStart, type Longest } from './position.rules.ts';

type TrackOptions = {
  settings: Mp3Settings;
  encoder: Mp3Encoder;
  /** The digest, which has digested the first `startBytes` bytes already. */
  digest: Digest;
  /** The file may still be opening: pieces wait for it. */
  file: Promise<PieceFile>;
  /** Number of bytes stored before, in whole frames. A new recording has 0 and begins with the Info tag. */
  startBytes: number;
  longest: Longest;
  onStored(): void;
  /** Called when storing has failed and does not continue. */
  onFailure(error: unknown): void;
};

type TrackEnd = { durationS: number; bytes: number; sha256: string };

/**
 * Encodes a recording while it runs: samples become frames, frames are gathered into pieces, and pieces are appended to
 * the file in order.
 */
export type Track = {
  readonly positionS: number;
  /** Length of the sound on the device, which survives a crash, s. */
  readonly storedS: number;
  readonly bytes: number;
  /** Number of samples until the recording is too long or too large. */
  readonly room: number;
  push(samples: Float32Array): void;
  /** Writes the incomplete piece, before a pause. */
  flush(): void;
  /** Ends the sound synchronously; resolves when everything is stored. */
  finish(): Promise<TrackEnd>;
};

export function createTrack(options: TrackOptions): Track {
  const { settings, digest, file, startBytes, longest, onStored, onFailure } = options;
  const stream = options.encoder.begin(settings);
  const startSample = takeStart(startBytes, settings);
  const mostSamples = samplesThatFit(startBytes, longest, settings);
  const wholePiece = pieceBytes(settings);
  let samples = 0;
  let bytes = startBytes;
  let storedBytes = startBytes;
  /** The Info tag, until it is written with the first piece; then empty. */
  let before = startBytes === 0 ? startTag(settings) : new Uint8Array(0);
  let frames = new Uint8Array(0);
  let writing: Promise<unknown> = file;
  writing.catch(onFailure);

  async function store(piece: Uint8Array, before: Promise<unknown>): Promise<void> {
    await before;
    await (await file).append(piece);
    storedBytes += piece.length;
    onStored();
  }

  function write(piece: Uint8Array<ArrayBuffer>): void {
    digest.update(piece);
    bytes += piece.length;
    writing = store(piece, writing);
    writing.catch(onFailure);
  }

  function writeFrames(length: number): void {
    if (length === 0) return;
    write(joined(before, frames.subarray(0, length)));
    before = new Uint8Array(0);
    frames = frames.slice(length);
  }

  function gather(more: Uint8Array): void {
    if (more.length === 0) return;
    frames = joined(frames, more);
    while (frames.length >= wholePiece) writeFrames(wholePiece);
  }

  return {
    get positionS() {
      return (startSample + samples) / settings.sampleRate;
    },
    get storedS() {
      return Math.min(this.positionS, decodedS(storedBytes, settings));
    },
    get bytes() {
      return bytes + frames.length;
    },
    get room() {
      return mostSamples - samples;
    },
    push(block) {
      samples += block.length;
      gather(stream.push(block));
    },
    flush: () => writeFrames(frames.length),
    async finish() {
      const { positionS: durationS } = this;
      gather(stream.finish());
      writeFrames(frames.length);
      const sha256 = digest.digest();
      await writing;
      return { durationS, bytes, sha256 };
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
