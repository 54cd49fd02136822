import type { ModelFile } from '#api/contract/model.ts';
import type { ModelRefusal } from './model.contract.ts';

/** The bytes of a file that have come so far, from the first one on. */
export type PartFile = {
  readonly bytes: number;
  read(from: number, to: number): Uint8Array<ArrayBuffer>;
  /** Throws a `QuotaExceededError` if there is no room. */
  append(bytes: Uint8Array<ArrayBuffer>): void;
  clear(): void | Promise<void>;
};

/** A model could not be fetched or stored. */
export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
  readonly reason: ModelRefusal;
  constructor(reason: ModelRefusal, options: { cause?: unknown } = {}) {
    super(`The model is refused: ${reason}.`, options);
    this.reason = reason;
  }
}

export const isFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

/** Returns an empty part in memory, for a browser that stores nothing. */
export function createMemoryPart({ bytes: size }: Pick<ModelFile, 'bytes'>): PartFile & {
  whole(): Uint8Array<ArrayBuffer>;
} {
  const held = new Uint8Array(size);
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    read: (from, to) => held.slice(from, Math.min(to, bytes)),
    append(piece) {
      held.set(piece, bytes);
      bytes += piece.length;
    },
    clear() {
      bytes = 0;
    },
    whole: () => held,
  };
}
