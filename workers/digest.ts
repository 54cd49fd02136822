import { createSHA256 } from 'hash-wasm';
import { loadError } from './load-part.ts';

/** Incremental SHA-256; `init` resets it, `digest` is hexadecimal. */
export type Digest = { init(): unknown; update(bytes: Uint8Array): unknown; digest(): string };

/** Rejects with the errors of `loadError`. */
export async function createDigest(): Promise<Digest> {
  try {
    return await createSHA256();
  } catch (error) {
    throw await loadError(error, 'worker.failed');
  }
}
