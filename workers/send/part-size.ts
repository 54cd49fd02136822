import { limits } from '#api/contract/limits.ts';

/** Size of the smallest part, bytes. A proxy that refuses even this size is not usable. */
export const minPartBytes = 64_000;
const firstPartBytes = 1_000_000;
/** Aimed duration of a part, ms: a compromise between bytes lost in a break and overhead per request. */
const aimMs = 1_500;
/** Growth factors from part to part, before and after the first break. */
const growthAtFirst = 2;
const growthAfterBreak = 1.25;

export type PartSize = {
  bytes(): number;
  acknowledged(bytes: number, tookMs: number): void;
  broke(): void;
  /** Takes the size of a body that a proxy refused as too large, bytes. Returns false if parts cannot be smaller. */
  refused(bytes: number): boolean;
};

/** Adapts the part size of an upload to the measured rate and to the limits of proxies. */
export function createPartSize(maxBytes: number = limits.maxPartBytes): PartSize {
  let size = Math.min(firstPartBytes, maxBytes);
  let largest = maxBytes;
  let growth = growthAtFirst;
  const set = (bytes: number) => {
    size = Math.round(Math.min(largest, Math.max(minPartBytes, bytes)));
  };
  return {
    bytes: () => size,
    acknowledged(bytes, tookMs) {
      const aimBytes = (bytes / Math.max(1, tookMs)) * aimMs;
      set(Math.min(size * growth, Math.max(size / 2, aimBytes)));
    },
    broke() {
      growth = growthAfterBreak;
      set(size / 2);
    },
    refused(bytes) {
      if (bytes <= minPartBytes) return false;
      largest = Math.max(minPartBytes, Math.floor(bytes / 2));
      set(largest);
      return true;
    },
  };
}
