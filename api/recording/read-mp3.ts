import type { AudioStore } from '#api/storage/audio-store.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { lengthOf } from '#wasm/mp3/gapless.ts';

/**
 * The frames of an mp3. `bytes` is the length from the beginning to the end of the last whole frame. `durationS` is the
 * duration of the frames.
 */
type WholeFrames = { bytes: number; durationS: number };

/**
 * Finds the whole mp3 frames in the first `bytes` bytes of a stored object. Returns null if less than half of the bytes
 * are in frames: then the object is no mp3, because other data may look like single frames.
 */
export async function readWholeFrames(
  storage: Pick<AudioStore, 'read'>,
  key: string,
  bytes: number,
): Promise<WholeFrames | null> {
  if (bytes === 0) return null;
  const reader = createFrameReader();
  for await (const chunk of storage.read(key, { start: 0, end: bytes })) reader.push(chunk as Uint8Array);
  const index = reader.finish();
  if (!index) return null;
  const { count, starts, sizes, tag } = index;
  const inFrames = sizes.subarray(0, count).reduce((sum, size) => sum + size, tag?.length ?? 0);
  const durationS = Math.round(lengthOf(index) * 1000) / 1000;
  if (2 * inFrames < bytes || durationS === 0) return null;
  return { bytes: starts[count - 1]! + sizes[count - 1]!, durationS };
}
