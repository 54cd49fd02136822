import { ref } from 'valtio';
import { joined, reduceUpload } from './upload.rules.ts';
import type { UploadEvent, UploadPass, UploadSight, UploadState } from './upload.rules.ts';

/** Changes the state as `reduceUpload` says. */
export function apply(state: UploadState, event: UploadEvent): void {
  Object.assign(state, reduceUpload(state, event));
}

/** Returns a listener that shows the progress of a pass through the recording, until the step is aborted. */
export const progressOf =
  (state: UploadState, signal: AbortSignal) =>
  ({ positionS, durationS, peaks, speech }: UploadPass & Partial<UploadSight>): void => {
    if (signal.aborted) return;
    const seen = state.sight?.peaks ?? new Int8Array(0);
    const sight = peaks && speech ? { sight: ref({ peaks: joined(seen, peaks), speech }) } : {};
    apply(state, { type: 'passed', pass: { positionS, durationS }, ...sight });
  };
