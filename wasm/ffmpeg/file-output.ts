import type { DeviceOps } from './ffmpeg-core.ts';

type OutputFile = {
  readonly length: number;
  /** Writes `bytes` at any `position` up to the end. They are a view of the core's memory. */
  write(bytes: Uint8Array, position: number): void;
};

/**
 * Creates the output device that writes to `file`. It can seek, because ffmpeg seeks back at the end to write the
 * length of an mp3.
 */
export const createFileOutput = (file: OutputFile): DeviceOps => ({
  llseek(stream, offset, whence) {
    const base = [0, stream.position, file.length][whence] ?? 0;
    return base + offset;
  },
  write(_stream, heap, offset, length, position) {
    file.write(new Uint8Array(heap.buffer, heap.byteOffset + offset, length), position);
    return length;
  },
});
