import type { AudioStore } from '#api/storage/audio-store.ts';
import { createFrameReader } from '#wasm/mp3/frames.ts';
import { lengthOf } from '#wasm/mp3/gapless.ts';

/** Bytes up to the end of the last whole frame, and how long that plays. */
export type WholeFrames = { bytes: number; durationS: number };

/**
 * What of the first bytes of a stored object is mp3 in whole frames. Null where it is none: other bytes may look like a frame
 * here and there, in an mp3 frames are the most of it.
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
