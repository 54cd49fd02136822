import { buffer } from 'node:stream/consumers';
import type { AudioStore } from './audio-store.ts';

const blockBytes = 1 << 20;

/** True if the first `bytes` bytes of two objects are equal. One block of each is held in memory. */
export async function haveSameBeginning(
  storage: Pick<AudioStore, 'size' | 'read'>,
  [a, b]: readonly [string, string],
  bytes: number,
): Promise<boolean> {
  const sizes = await Promise.all([storage.size(a), storage.size(b)]);
  if (sizes.some((size) => size === null || size < bytes)) return false;
  const blockOf = (key: string, start: number, end: number) => buffer(storage.read(key, { start, end }));
  for (let at = 0; at < bytes; at += blockBytes) {
    const end = Math.min(at + blockBytes, bytes);
    const [one, other] = await Promise.all([blockOf(a, at, end), blockOf(b, at, end)]);
    if (!one.equals(other)) return false;
  }
  return true;
}
