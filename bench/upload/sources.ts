import { randomBytes } from 'node:crypto';
import type { ByteSource } from '#workers/send/byte-source.ts';

export const noise = (bytes: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(bytes));

/** Creates a recording for the sender. `grow` adds bytes until `end` completes it. */
export function createGrowingSource(bytes: Uint8Array<ArrayBuffer>) {
  let known = 0;
  let isEnded = false;
  let waiting: (() => void)[] = [];
  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };
  const source: ByteSource = {
    bytes: () => known,
    isFinal: () => isEnded,
    read: async (from, to) => bytes.slice(from, to),
    more: (than, signal) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (known > than || isEnded) resolve();
          else waiting.push(look);
        };
        look();
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  };
  return {
    source,
    grow(by: number) {
      known = Math.min(bytes.length, known + by);
      wake();
    },
    end() {
      known = bytes.length;
      isEnded = true;
      wake();
    },
  };
}
