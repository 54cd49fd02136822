import { limits } from '#api/contract/limits.ts';

/** Below this a smaller part does not help any more; a proxy that refuses even this is not usable. */
export const minPartBytes = 64_000;
const firstPartBytes = 1_000_000;
/** A part takes about this long at the rate that was measured: what a break can cost, against what a request costs. */
const aimMs = 1_500;
/** Fast at first; once the way has broken, carefully. */
const growthAtFirst = 2;
const growthAfterBreak = 1.25;

type PartSize = {
  /** Bytes of the next part, at most. */
  bytes(): number;
  /** A part of this size was acknowledged after this time. */
  acknowledged(bytes: number, tookMs: number): void;
  /** The way broke in the middle of a part. */
  broke(): void;
  /** Something on the way refused a body of this size for its size. False: it cannot be made smaller. */
  refused(bytes: number): boolean;
};

/** How large the parts of one sending are: by the rate of the way, and by what something on it takes. */
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
