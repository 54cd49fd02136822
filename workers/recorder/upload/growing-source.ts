import type { ByteSource } from '#workers/send/byte-source.ts';
import type { PieceFile } from '#workers/store/piece-store.ts';

/** The bytes of a recording that is being recorded. */
export type GrowingSource = ByteSource & {
  /** Call it when bytes were appended to the file. */
  grew(): void;
  /** Call it when nothing is appended any more. */
  finalise(): void;
};

export function createGrowingSource(file: Pick<PieceFile, 'bytes' | 'read'>): GrowingSource {
  let isFinal = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  return {
    bytes: () => file.bytes,
    isFinal: () => isFinal,
    read: (from, to) => file.read(from, to),
    more: (bytes, signal) =>
      new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(look);
          signal.removeEventListener('abort', onAbort);
        };
        const look = () => {
          if (file.bytes <= bytes && !isFinal) return;
          end();
          resolve();
        };
        const onAbort = () => {
          end();
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        waiting.add(look);
        look();
      }),
    grew: wake,
    finalise() {
      isFinal = true;
      wake();
    },
  };
}
