import type { Instantiate, WithMemory } from '../kernel/instantiate.ts';

/** What the compiled `assembly/` exports, by part. */
export type CodecExports = WithMemory;

/** Our own decoders. */
export type Codec = Record<never, never>;

export function createCodec(_instantiate: Instantiate<CodecExports>): Codec {
  return {};
}
