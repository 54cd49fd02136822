import { inject } from 'vitest';
import type { StoreKind } from '#workers/store/store.contract.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser engine that runs the tests; `webkit-unshared` is WebKit without `SharedArrayBuffer`. */
    engine: 'chromium' | 'firefox' | 'webkit' | 'webkit-unshared';
  }
}

const isWebKit = inject('engine').startsWith('webkit');

/** WebKitGTK opens no file of OPFS synchronously: “Backend does not support this operation”. */
export const hasPrivateFiles = !isWebKit;
/** Where the engine keeps recordings. */
export const bestStore: StoreKind = hasPrivateFiles ? 'opfs' : 'indexeddb';
/** WebKitGTK crashes in its own decoder (WebCodecs), which the product asks last. */
export const hasSafeDecoder = !isWebKit;
/** WebKitGTK runs the plain modules. */
export const hasRelaxedSimd = !isWebKit;
/** WebKitGTK plays the encoder's delay (46 ms at 24 kHz) at the start of an mp3 that does not state its length. */
export const skipsDelay = !isWebKit;
