import type { DeviceOps } from './core.ts';
import type { ChunkFile } from './chunk-file.ts';
import { blockBytes as maxBlockBytes } from './pcm-block.ts';
import type { PcmBlock, PcmSender } from './pcm-stream.ts';

const octets = (heap: Int8Array, offset: number, length: number) =>
  new Uint8Array(heap.buffer, heap.byteOffset + offset, length);

export type PcmOutput = DeviceOps & {
  /** Sends what is left. */
  finish(): void;
};

/**
 * An output that cuts what ffmpeg writes as f32le into blocks and sends them on, from frame `skip` on.
 * `onFrames` hears the frames so far, those of `skip` included, and may throw to end the run.
 */
export function createPcmOutput(
  sender: Pick<PcmSender, 'send'>,
  channels: number,
  onFrames: (frames: number) => void,
  skip = 0,
): PcmOutput {
  const frameOctets = 4 * channels;
  const blockOctets = Math.floor(maxBlockBytes / frameOctets) * frameOctets;
  let block = new Uint8Array(blockOctets);
  let filled = 0;
  let total = 0;
  let toSkip = skip * frameOctets;
  const send = () => {
    const floats: PcmBlock = new Float32Array(block.buffer, 0, Math.floor(filled / frameOctets) * channels);
    // Only whole buffers can be moved: the last, shorter block is cut out.
    sender.send(filled === blockOctets ? floats : floats.slice());
    block = new Uint8Array(blockOctets);
    filled = 0;
  };
  return {
    write(_stream, heap, offset, length) {
      const source = octets(heap, offset, length);
      const skipped = Math.min(toSkip, length);
      toSkip -= skipped;
      for (let at = skipped; at < length;) {
        const part = source.subarray(at, at + blockOctets - filled);
        block.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === blockOctets) send();
      }
      total += length;
      onFrames(Math.max(skip, Math.floor(total / frameOctets)));
      return length;
    },
    finish() {
      if (filled >= frameOctets) send();
    },
  };
}

/** An output kept in chunks, into which ffmpeg may seek back (it does for the length of an mp3, at the end). */
export function createFileOutput(file: ChunkFile, onOctets: (octets: number) => void): DeviceOps {
  return {
    llseek(stream, offset, whence) {
      const base = [0, stream.position, file.length][whence] ?? 0;
      return base + offset;
    },
    write(_stream, heap, offset, length, position) {
      file.write(octets(heap, offset, length), position);
      onOctets(file.length);
      return length;
    },
  };
}
