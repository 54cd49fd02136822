import { limits } from '#api/contract/limits.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { MediaProgress } from './media.contract.ts';

const progressEveryMs = 100;

/**
 * Returns a function that receives the position (s) of a pass and reports it at most ten times a second. It throws
 * `media.too_long` beyond the longest length that can be analysed, whatever the header states.
 */
export function createProgressMeter(
  durationS: number | null,
  emit: (progress: MediaProgress) => void,
  nowMs: () => number = () => performance.now(),
): (positionS: number) => void {
  let lastMs = -Infinity;
  return (positionS) => {
    if (positionS > limits.maxAnalysedS) throw new WorkerError('media.too_long');
    const now = nowMs();
    if (now - lastMs < progressEveryMs) return;
    lastMs = now;
    emit({ positionS, durationS });
  };
}
